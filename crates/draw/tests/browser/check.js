"use strict";
const faults = [];
const luminance = color => {
  const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map(part => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const fill = element => getComputedStyle(element).fill;
const pictures = [...document.querySelectorAll("svg.layoutc")];
const tones = new Map();
for (const [number, svg] of pictures.entries()) {
  const paper = luminance(fill(svg.querySelector(".paper")));
  const frame = svg.getBoundingClientRect();
  for (const text of svg.querySelectorAll("text")) {
    const group = text.parentElement.closest(".cell,.box");
    const face = group && group.querySelector("rect");
    const outer = face ? face.getBoundingClientRect() : frame;
    const inner = text.getBoundingClientRect();
    const slack = 0.5;
    if (inner.left < outer.left - slack || inner.right > outer.right + slack
      || inner.top < outer.top - slack || inner.bottom > outer.bottom + slack)
      faults.push(`picture ${number}: "${text.textContent}" leaves ${group ? "its cell" : "the picture"}`);
    const ground = face && fill(face) !== "none" ? luminance(fill(face)) : paper;
    if (contrast(luminance(fill(text)), ground) < 4.5)
      faults.push(`picture ${number}: "${text.textContent}" is hard to read`);
  }
  for (const cell of svg.querySelectorAll(".cell[data-index],.cell[data-offset],.box")) {
    if (!cell.querySelector("title") || !cell.querySelector("title").textContent)
      faults.push(`picture ${number}: a cell has no title`);
    const tone = /\bt([0-7])\b/.exec(cell.getAttribute("class"));
    if (tone) tones.set(tone[1], luminance(fill(cell.querySelector("rect"))));
  }
}
const shades = [...tones].sort().map(entry => entry[1]);
const dark = matchMedia("(prefers-color-scheme:dark)").matches;
shades.slice(1).forEach((shade, at) => {
  if (!dark && shade >= shades[at]) faults.push(`shade ${at + 1} is not darker than the one before`);
});
document.title = `${pictures.length} pictures, dark ${dark}, ${faults.length ? faults.slice(0, 5).join("; ") : "no faults"}`;
