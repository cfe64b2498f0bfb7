const data = JSON.parse(document.getElementById("data").textContent);

const text = (key, values = {}) =>
  data.texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

const el = (tag, name, ...inside) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside.filter((part) => part !== null && part !== undefined));
  return made;
};

const SVG = "http://www.w3.org/2000/svg";

const icon = (id, name = "") => {
  const made = document.createElementNS(SVG, "svg");
  if (name) made.setAttribute("class", name);
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  made.append(use);
  return made;
};

const labelled = (node, label) => {
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", label);
  return node;
};

const back = (label, name = "card") => labelled(el("div", `${name} back`), label);

const named = (player) => el("bdi", "", data.players[player]);

const part = (title, ...inside) => el("div", "part", el("span", "", title), el("div", "fan", ...inside));
