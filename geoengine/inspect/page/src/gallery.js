// The index page of a split: a card for each item, and filters.
import { el, readData } from "./dom";
import { themeButton } from "./theme";

(() => {
  const data = readData();
  const fields = ["task", "tier", "topic", "scene"];
  const selects = fields.map((field) => {
    const values = [...new Set(data.cards.map((card) => card[field]))].sort((a, b) => (a > b ? 1 : -1));
    return el("select", { "aria-label": field, onchange: () => sift() }, el("option", { value: "" }, `any ${field}`),
      values.map((value) => el("option", { value: String(value) }, String(value).replaceAll("_", " "))));
  });
  const text = el("input", { type: "search", placeholder: "Search in names and questions", "aria-label": "Search", oninput: () => sift() });
  const count = el("span", { class: "position", "aria-live": "polite" });
  const cards = data.cards.map((card) => {
    const inside = [
      card.image ? el("img", { src: card.image, alt: "", loading: "lazy", decoding: "async", width: "230", height: "230" }) : el("span", { class: "blank" }),
      el("strong", {}, card.id),
      el("span", { class: "tag" }, card.scene.replaceAll("_", " ")),
      el("span", { class: "tag" }, `tier ${card.tier}`),
      el("p", { lang: card.language }, card.text),
    ];
    return el("li", { class: "panel" }, card.page ? el("a", { href: card.page }, inside) : el("div", {}, inside, el("p", {}, "No page could be made.")));
  });
  const haystack = data.cards.map((card) => `${card.id} ${card.text}`.toLowerCase());

  function sift() {
    const words = text.value.trim().toLowerCase();
    let shown = 0;
    data.cards.forEach((card, k) => {
      const fits = fields.every((field, j) => !selects[j].value || String(card[field]) === selects[j].value) && haystack[k].includes(words);
      cards[k].hidden = !fits;
      shown += fits;
    });
    count.textContent = `${shown} of ${cards.length} items`;
    const chosen = new URLSearchParams(fields.flatMap((field, j) => (selects[j].value ? [[field, selects[j].value]] : [])));
    if (words) chosen.set("q", words);
    try {
      history.replaceState(null, "", chosen.size ? `#${chosen}` : location.pathname);
    } catch {
      // Some browsers do not change the address of a file; going back then loses the filters.
    }
  }

  const wanted = new URLSearchParams(location.hash.slice(1));
  fields.forEach((field, j) => (selects[j].value = wanted.get(field) ?? ""));
  text.value = wanted.get("q") ?? "";
  document.body.append(
    el("header", {}, el("h1", {}, data.title), themeButton()),
    el("div", { class: "row gallery-filter" }, text, selects, count),
    el("ul", { class: "cards" }, cards),
    el("footer", {}, `geoengine ${data.engine}`),
  );
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== text) {
      event.preventDefault();
      text.focus();
    }
  });
  sift();
  document.documentElement.dataset.ready = "yes";
})();
