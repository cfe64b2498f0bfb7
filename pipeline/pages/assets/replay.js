const STRIDE = 64;
const SECONDS = 1.4;
const byId = (id) => document.getElementById(id);
const lines = [...document.querySelectorAll("#record .scenes > li")];
const links = lines.map((line) => line.id);
for (const line of lines) line.removeAttribute("id"); // or a link would scroll to the record
const starts = lines.flatMap((line, at) => (line.previousElementSibling ? [] : [at]));
const table = byId("table");
const slider = byId("slider");
const open = byId("open");
const last = lines.length - 1;

// Every STRIDE-th state is kept; those between are a few changes away.
const kept = [];
data.frames.reduce((state, change, at) => {
  const next = { ...state, ...change };
  if (at % STRIDE === 0) kept.push(next);
  return next;
}, {});

const stateAt = (at) => {
  const from = Math.floor(at / STRIDE);
  return Object.assign({}, kept[from], ...data.frames.slice(from * STRIDE + 1, at + 1));
};

let now = -1;
let timer = 0;

const turnOf = (at) => starts.findLastIndex((start) => start <= at);

const whereText = (at) => {
  const row = lines[at].closest("tr");
  const caption = row.closest("table").caption.textContent.trim();
  const first = starts[turnOf(at)];
  const end = starts[turnOf(at) + 1] ?? lines.length;
  const step = text("position", { n: at - first + 1, all: end - first });
  return `${caption} · ${row.querySelector("th").textContent.trim()} · ${step}`;
};

const tell = (line) => {
  const words = el("p", "");
  const rest = [];
  for (const node of line.childNodes) {
    const finding = node.nodeType === Node.ELEMENT_NODE && node.matches(".finding");
    if (finding) rest.push(node.cloneNode(true));
    else words.append(node.cloneNode(true));
  }
  words.style.whiteSpace = "pre-line";
  byId("now").replaceChildren(words, ...rest);
};

const follow = (line) => {
  const record = byId("record");
  if (record.scrollHeight <= record.clientHeight || getComputedStyle(record).overflowY === "visible") return;
  const at = line.getBoundingClientRect().top - record.getBoundingClientRect().top;
  if (at < 60 || at > record.clientHeight - 120) record.scrollTop += at - record.clientHeight / 3;
};

const go = (to, link = true) => {
  const at = Math.max(0, Math.min(last, to));
  if (at !== now) {
    if (now >= 0) lines[now].removeAttribute("aria-current");
    now = at;
    lines[at].setAttribute("aria-current", "step");
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", whereText(at));
    byId("where").textContent = whereText(at);
    tell(lines[at]);
    follow(lines[at]);
    for (const id of ["first", "turn-back", "back"]) byId(id).disabled = at === 0;
    for (const id of ["step", "turn-on", "last"]) byId(id).disabled = at === last;
  }
  draw(table, stateAt(at), open.checked);
  table.dataset.scene = links[at];
  if (link) history.replaceState(null, "", `#${links[at]}`);
};

const turnBack = () => {
  const start = starts[turnOf(now)];
  go(start < now ? start : starts[Math.max(0, turnOf(now) - 1)]);
};
const turnOn = () => go(starts[turnOf(now) + 1] ?? last);

const stop = () => {
  clearInterval(timer);
  timer = 0;
  byId("play").textContent = text("play");
};
const play = () => {
  if (timer) return stop();
  if (now === last) go(0);
  byId("play").textContent = text("pause");
  timer = setInterval(() => (now < last ? go(now + 1) : stop()), SECONDS * 1000);
};

const moves = {
  first: () => go(0),
  "turn-back": turnBack,
  back: () => go(now - 1),
  step: () => go(now + 1),
  "turn-on": turnOn,
  last: () => go(last),
};
for (const [id, move] of Object.entries(moves)) {
  byId(id).addEventListener("click", () => {
    stop();
    move();
  });
}
byId("play").addEventListener("click", play);
slider.max = String(last);
slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value));
});
open.addEventListener("change", () => go(now, false));

const keys = {
  ArrowLeft: "back", ArrowRight: "step", PageUp: "turn-back", PageDown: "turn-on",
  Home: "first", End: "last",
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const turn = event.shiftKey && { ArrowLeft: "turn-back", ArrowRight: "turn-on" }[event.key];
  const id = turn || (event.shiftKey ? undefined : keys[event.key]);
  if (id) {
    event.preventDefault();
    stop();
    moves[id]();
  } else if (event.key === " " && event.target === document.body) {
    event.preventDefault();
    play();
  }
});

// A link names a scene; a round stands for its deal, and what is not there for what is nearest.
const sceneOf = (hash) => {
  const name = decodeURIComponent(hash.slice(1));
  const plain = name.replace(/^r1(?=t)/, "");
  return [name, plain, name.replace(/c\d+$/, "")]
    .map((id) => links.indexOf(id))
    .find((at) => at >= 0);
};
const fromLink = () => {
  const at = location.hash ? sceneOf(location.hash) : undefined;
  if (at === undefined) return false;
  stop();
  go(at, false);
  byId("stage").scrollIntoView({ block: "start" });
  return true;
};
addEventListener("hashchange", fromLink);

byId("record").addEventListener("click", (event) => {
  const line = event.target.closest(".scenes > li");
  if (!line || getSelection().toString()) return;
  stop();
  go(lines.indexOf(line));
});

for (const [at, line] of lines.entries()) {
  const worst = ["error", "warning", "note"].find((name) => line.querySelector(`.finding.${name}`));
  if (worst) {
    const mark = el("i", worst);
    mark.style.left = `${last ? (100 * at) / last : 50}%`;
    byId("marks").append(mark);
  }
}

document.documentElement.classList.add("live");
byId("stage").hidden = false;
if (!fromLink()) go(0, false);
