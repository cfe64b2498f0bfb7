"use strict";
{
  // Without this the form takes what is pasted; with it a file can be dropped or chosen.
  const form = document.getElementById("check");
  const text = document.getElementById("log");
  const file = document.getElementById("file");
  const take = async (chosen) => {
    if (!chosen) return;
    text.value = await chosen.text();
    form.requestSubmit();
  };
  file.hidden = false;
  file.addEventListener("change", () => take(file.files[0]));
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      text.classList.add("over");
    });
  }
  document.addEventListener("dragleave", () => text.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    text.classList.remove("over");
    take(event.dataTransfer.files[0]);
  });
}
