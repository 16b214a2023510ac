// Helpers for elements, the data of the page, and the selection.
"use strict";

function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** A link with an action; unlike a button it wraps like text. */
function act(kind, text, action) {
  return el("a", { class: kind, href: "#", onclick: (event) => {
    event.preventDefault();
    action();
  } }, text);
}

function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function readData() {
  return JSON.parse(document.getElementById("data").textContent);
}

/** The selected state or step, with listeners for changes. */
class Selection {
  constructor() {
    this.state = null;
    this.step = null;
    this.listeners = [];
  }
  listen(listener) {
    this.listeners.push(listener);
  }
  set(state, step, from = null) {
    this.state = state;
    this.step = step;
    for (const listener of this.listeners) listener(this, from);
  }
}

const THEMES = ["auto", "light", "dark"];

function themeButton() {
  const button = el("button", { class: "quiet", title: "Colours: the system's, light, or dark" });
  let theme = "auto";
  try {
    theme = localStorage.getItem("geoengine-theme") ?? "auto";
  } catch {
    // A page opened from a file may have no storage; the choice is then lost with the page.
  }
  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Colours: ${theme}`;
    document.dispatchEvent(new Event("themechange"));
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try {
      localStorage.setItem("geoengine-theme", theme);
    } catch {
      // As above.
    }
    show();
  });
  show();
  return button;
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
