const keyOf = (cell) => {
  const key = cell.dataset.key ?? cell.textContent.trim();
  return key === "" || Number.isNaN(Number(key)) ? key : Number(key);
};

// Numbers go before texts; what is empty goes last, whichever way the others are sorted.
const compare = (one, other, way) => {
  if (one === "" || other === "") return (one === "") - (other === "");
  if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
  return way * (typeof one === "number" ? one - other : one.localeCompare(other));
};

const sort = (table, at, head) => {
  const number = head.classList.contains("num");
  const before = head.getAttribute("aria-sort");
  const first = number ? "descending" : "ascending";
  const other = number ? "ascending" : "descending";
  const now = before === first ? other : first;
  for (const each of head.parentElement.children) each.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", now);
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [keyOf(row.cells[at]), row]);
  rows.sort((one, two) => compare(one[0], two[0], now === "ascending" ? 1 : -1));
  body.append(...rows.map(([, row]) => row));
};

for (const table of document.querySelectorAll("table.sortable")) {
  if (table.tBodies[0].rows.length < 2) continue;
  for (const [at, head] of [...table.tHead.rows[0].cells].entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => sort(table, at, head));
  }
}
