const faceText = (id) => {
  const [colour, number, shape] = data.aids.faces[id];
  return [id, colour && text(colour), number, text(shape)].filter((word) => word !== null).join(" ");
};

const card = (id, name = "") => {
  if (!data.aids.faces[id]) return back(text("hidden"));
  const [colour, , shape] = data.aids.faces[id];
  const made = el("div", `card face c-${colour || "none"} ${name}`, el("span", "", id), icon(shape));
  made.dataset.card = id;
  return labelled(made, faceText(id));
};

const moved = (state, id) => (state.last && state.last.cards.includes(id) ? "new" : "");

const pairOf = (state, pair, showAll) => {
  const aging = pair.aging.map((id) => (showAll ? card(id) : back(text("hidden"))));
  const done = pair.aging.length >= pair.needs;
  const said = done ? text("complete") : text("aging", { n: pair.aging.length, needs: pair.needs });
  return el("div", "pair", ...pair.cards.map((id) => card(id, moved(state, id))), el("div", "aging", ...aging), el("small", "", said));
};

const storedOf = (state, seat) => {
  const stored = state[`stored${seat}`].map((id) => card(id, moved(state, id)));
  while (stored.length < 4) stored.push(el("div", "slot"));
  return part(text("stored"), ...stored);
};

const seatOf = (state, seat, showAll) => {
  const active = state.active === seat;
  const won = state.winner === seat;
  const tag = won ? text("wins") : active ? text("active") : null;
  const made = el("li", "seat", el("div", "who", el("b", "", named(seat)), tag && el("span", "tag", tag)));
  made.dataset.seat = seat + 1;
  if (active) made.classList.add("acts");
  if (won) made.classList.add("won");
  const hand = state[`hand${seat}`].map((id) => card(id, moved(state, id)));
  const unseen = state[`unseen${seat}`];
  made.append(part(text("hand"), ...hand, unseen ? el("small", "", text("unseen", { n: unseen })) : null));
  made.append(part(text("pairs"), ...state[`pairs${seat}`].map((pair) => pairOf(state, pair, showAll))));
  made.append(storedOf(state, seat));
  return made;
};

const place = (title, ...inside) => el("div", "place", el("div", "", ...inside), title);

// What the set shows, then a line a step: its name, what it does, what comes out.
const working = ([shown, ...steps]) => {
  const cells = steps.flatMap((step) => step.split(/ {2,}/).map((cell) => el("span", "", cell)));
  return el("div", "working", el("p", "", shown), el("div", "steps", ...cells));
};

const middle = (state) => {
  const count = el("span", "count", String(state.deck));
  const deck = state.deck ? el("div", "deck", back(text("hidden")), count) : el("div", "slot");
  const discard = state.discard.length ? state.discard.map((id) => card(id, moved(state, id))) : [el("div", "slot")];
  const made = el("div", "middle", place(text("deck"), deck), place(text("discard"), ...discard));
  if (state.calls.length) {
    const calls = state.calls.map(([seat, id]) => el("div", "", card(id, moved(state, id)), named(seat)));
    made.append(el("div", "place", ...calls, text("calls")));
  }
  if (state.working.length) made.append(working(state.working));
  return made;
};

const draw = (table, state, showAll) => {
  table.replaceChildren(
    middle(state),
    el("ul", "seats", ...data.players.map((_, seat) => seatOf(state, seat, showAll))),
  );
};
