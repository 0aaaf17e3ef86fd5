"use strict";
const picture = document.getElementById("picture");
const overview = picture.querySelector("svg");
let svg = overview;
let items = [];
const titleOf = item => (item.querySelector("title") || {}).textContent || "";
const found = document.getElementById("found");
const hint = document.getElementById("hint");
document.getElementById("search").addEventListener("input", event => {
  const text = event.target.value.trim().replace(/\s*,\s*/g, ",");
  const offset = /^offset (-?\d+)$/.exec(text);
  const axes = /^\w+=-?\d+(,\w+=-?\d+)*$/.test(text) ? text.split(",") : null;
  const inSlot = slot => axes.every(at => slot.split(",").includes(at));
  const matches = item => text !== "" && (offset ? item.dataset.offset === offset[1]
    : axes ? titleOf(item).split(/;?\s+/).some(inSlot)
    : /^-?\d+(,-?\d+)*$/.test(text)
      ? item.dataset.index === text || (!text.includes(",") && item.dataset.offset === text)
      : titleOf(item).toLowerCase().includes(text.toLowerCase()));
  const hits = items.filter(item => item.classList.toggle("found", matches(item)));
  found.textContent = text === "" ? "" : hits.length + " found";
  if (hits.length > 0) hits[0].scrollIntoView({block: "center", inline: "center"});
});
let scale = 1;
const zoom = factor => {
  const base = svg.viewBox.baseVal;
  scale = factor === 0 ? 1 : Math.min(16, Math.max(1 / 16, scale * factor));
  svg.setAttribute("width", base.width * scale);
  svg.setAttribute("height", base.height * scale);
};
document.getElementById("in").onclick = () => zoom(1.25);
document.getElementById("out").onclick = () => zoom(0.8);
document.getElementById("whole").onclick = () => zoom(0);
const show = next => {
  svg = next;
  picture.replaceChildren(svg);
  items = [...svg.querySelectorAll(".cell[data-index],.cell[data-offset],.cell[data-slot],.box")];
  zoom(0);
};
const open = () => {
  const part = document.getElementById(location.hash.slice(1));
  const isPart = part instanceof HTMLTemplateElement;
  show(isPart ? part.content.firstElementChild.cloneNode(true) : overview);
  document.getElementById("overview").hidden = !isPart;
  hint.style.display = "none";
};
const follow = event => {
  const box = event.target.closest("[data-part]");
  if (box) location.hash = "part-" + box.dataset.part;
};
document.getElementById("overview").onclick = () => location.hash = "";
picture.addEventListener("click", follow);
picture.addEventListener("keydown", event => event.key === "Enter" && follow(event));
addEventListener("hashchange", open);
open();
picture.addEventListener("wheel", event => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
}, {passive: false});
picture.addEventListener("mousemove", event => {
  const item = event.target.closest(".cell,.box");
  const text = item ? titleOf(item) : "";
  hint.style.display = text ? "block" : "none";
  hint.textContent = text;
  hint.style.left = Math.min(event.clientX + 14, innerWidth - hint.offsetWidth - 8) + "px";
  hint.style.top = event.clientY + 18 + "px";
});
picture.addEventListener("mouseleave", () => hint.style.display = "none");
const pages = document.getElementById("pages");
const part = (top, bottom) => {
  const base = svg.viewBox.baseVal;
  const page = svg.cloneNode(true);
  const width = +pages.dataset.width;
  page.setAttribute("viewBox", `0 ${top} ${base.width} ${bottom - top}`);
  page.setAttribute("width", width);
  page.setAttribute("height", (bottom - top) * width / base.width);
  return page;
};
addEventListener("beforeprint", () => {
  if (svg !== overview) return;
  pages.replaceChildren(...pages.dataset.parts.split(" ").map(text => {
    const [above, below, top, bottom] = text.split(",").map(Number);
    const page = document.createElement("div");
    page.append(...(below > above ? [part(above, below)] : []), part(top, bottom));
    return page;
  }));
  document.body.classList.add("paged");
});
addEventListener("afterprint", () => {
  pages.replaceChildren();
  document.body.classList.remove("paged");
});
