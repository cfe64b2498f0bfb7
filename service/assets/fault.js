"use strict";
{
  // Opens a game that was checked at its first fault, before the replay looks where to begin.
  const { at } = document.currentScript.dataset;
  if (!location.hash && at) history.replaceState(null, "", `#${at}`);
}
