const headsOf = (cards) => cards.reduce((sum, card) => sum + data.aids.heads[card], 0);
const headsText = (heads) => text(heads === 1 ? "head" : "heads", { n: heads });

const card = (number, name = "") => {
  const heads = data.aids.heads[number];
  const row = el("div", "heads", ...Array.from({ length: heads }, () => icon("bull")));
  const made = el("div", `card k${heads} ${name}`, icon("bull", "bull"), row, el("span", number > 99 ? "n long" : "n", number));
  made.dataset.card = number;
  return labelled(made, text("card", { card: number, heads: headsText(heads) }));
};

const mini = (number) => {
  if (number === null) return back(text("unknown"), "mini");
  const heads = data.aids.heads[number];
  const made = el("div", `mini k${heads}`, String(number));
  return labelled(made, text("card", { card: number, heads: headsText(heads) }));
};

const rowOf = (state, index) => {
  const cards = state[`row${index}`];
  const last = state.last && state.last.row === index ? state.last : null;
  const label = el("div", "label", el("b", "", text("row", { n: index + 1 })), headsText(headsOf(cards)));
  const made = el("div", "row", label);
  made.dataset.row = index + 1;
  made.append(...cards.map((number) => card(number, last && last.card === number ? "new" : "")));
  const takes = last && last.taken.length;
  if (takes) {
    made.classList.add("taken");
    const said = text("takes", { player: data.players[last.seat], n: headsText(last.heads) });
    const gone = el("div", "fan", ...last.taken.map(mini));
    made.append(el("div", "takes", el("div", "", said), gone));
  } else {
    for (let open = cards.length; open < 5; open += 1) made.append(el("div", "slot"));
  }
  return made;
};

const lies = (state) => {
  const made = el("div", "lies");
  const dealt = !state.lies.length && !state.last; // nothing has been played yet
  if (!dealt) made.append(el("h3", "", text(state.lies.length ? "lies" : "none")));
  for (const [number, seat] of state.lies) {
    made.append(el("figure", "", card(number), el("figcaption", "", named(seat))));
  }
  return made;
};

const seatOf = (state, seat, open) => {
  const acts = state.last && state.last.seat === seat;
  const points = el("span", "points", icon("bull"), String(state[`total${seat}`]));
  labelled(points, headsText(state[`total${seat}`]));
  const made = el("li", acts ? "seat acts" : "seat", el("div", "who", el("b", "", named(seat)), points));
  const hand = state[`hand${seat}`];
  made.append(part(text("hand"), ...hand.map((number) => (open ? mini(number) : back(text("hidden"), "mini")))));
  made.append(part(text("pile"), ...state[`pile${seat}`].map(mini)));
  return made;
};

const draw = (table, state, open) => {
  table.replaceChildren(
    el("div", "board", el("div", "rows", ...[0, 1, 2, 3].map((index) => rowOf(state, index))), lies(state)),
    el("ul", "seats", ...data.players.map((_, seat) => seatOf(state, seat, open))),
  );
};
