const ring = (number) => {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 40 40");
  made.setAttribute("class", "ring");
  made.setAttribute("aria-hidden", "true");
  const round = 2 * Math.PI * 17;
  for (const [name, share] of [["", 1], ["part", number / data.aids.target]]) {
    const arc = document.createElementNS(SVG, "circle");
    arc.setAttribute("cx", "20");
    arc.setAttribute("cy", "20");
    arc.setAttribute("r", "17");
    arc.setAttribute("class", name);
    arc.setAttribute("stroke-dasharray", `${round * share} ${round}`);
    made.append(arc);
  }
  return made;
};

const card = (number) => {
  if (number === null) return back(text("unknown"));
  const made = el("div", number > data.aids.target / 2 ? "card high" : "card", ring(number), el("span", "n", number));
  made.dataset.card = number;
  return labelled(made, text("card", { card: number }));
};

const handOf = (cards, open) =>
  el("div", "hand", ...cards.map((number) => {
    if (number === 0) return el("span", "stay", text("stayed"));
    return open ? card(number) : back(text("hidden"));
  }));

const tagsOf = (state, seat, there) => {
  const tags = el("span", "tags");
  if (state.dealer === seat) tags.append(el("span", "tag", text("dealer")));
  if (there.sits && !there.live) tags.append(el("span", "tag", text("folded")));
  const won = state.last && state.last.won && state.last.seats.includes(seat);
  if (won) tags.append(el("span", "tag", text("won")));
  return [tags, won];
};

const seatOf = (state, seat, showAll) => {
  const there = state[`seat${seat}`];
  const [tags, won] = tagsOf(state, seat, there);
  const stack = el("span", "points", icon("stone"), String(there.stack));
  labelled(stack, `${text("stack")}: ${there.stack}`);
  const made = el("li", "seat", el("div", "who", el("b", "", named(seat)), tags, stack));
  made.dataset.seat = seat + 1;
  if (won) made.classList.add("won");
  if (state.asked === seat || (state.last && state.last.seats.includes(seat))) made.classList.add("acts");
  if (!there.sits) {
    made.append(el("p", "small soft", text("out")));
    return made;
  }
  if (!there.live) made.classList.add("folded");
  const open = showAll || there.open;
  made.append(handOf(there.cards, open), el("div", "worth", open ? there.worth : ""));
  made.append(el("div", "small soft", `${text("in")}: ${there.in}`));
  return made;
};

const draw = (table, state, showAll) => {
  const pot = el("div", "pot", icon("stone"), el("span", "", text("pot")), el("b", "", String(state.pot)));
  const carried = state.carried ? el("span", "small", text("carried", { n: state.carried })) : null;
  const price = state.price ? el("span", "price", named(state.asked), `: ${state.price}`) : null;
  table.replaceChildren(
    el("div", "middle", pot, carried, price),
    el("ul", "seats", ...data.players.map((_, seat) => seatOf(state, seat, showAll))),
  );
};
