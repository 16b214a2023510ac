// The page of a problem, a proof or an item.
import { el, readData } from "./dom";
import { Solver } from "./solver";
import { Selection } from "./selection";
import { themeButton } from "./theme";
import { Reader, Details } from "./detail";
import { Diagram } from "./figure";
import { Filter, StateList } from "./filter";
import { Graph } from "./graph";
import { ItemPanel } from "./item";
import { Proofs } from "./proof";

(() => {
  const data = readData();
  const selection = new Selection(
    data.steps.map(([, conclusion]) => conclusion),
    { state: data.states.length, step: data.steps.length, point: data.figure?.points.length ?? 0, option: data.item?.options.length ?? 0 },
  );
  const reader = new Reader(data, selection);
  const diagram = data.figure ? new Diagram(data.figure, "The figure") : null;
  const details = new Details(reader, selection);
  const filter = new Filter(reader);
  const proofs = data.proofs.length ? new Proofs(reader, selection, data.proofs) : null;
  const graph = new Graph(reader, selection, filter, data.proofs);

  diagram?.follow(selection, { relation: (state) => data.states[state][4], grounds: (step) => data.steps[step][2] });

  const goals = [...new Set(data.proofs.map((proof) => proof.goal))];
  const statement = el(
    "section",
    { class: "panel statement", "aria-label": "Statement" },
    data.text ? el("p", {}, data.text) : null,
    goals.map((goal) => el("p", { class: "goal" }, el("strong", {}, "Goal: "), reader.link(goal, data.proofs[0]), el("span", { class: "tag ok" }, "proved"))),
    data.unproved.map(({ goal, why }) => el("div", { class: "goal" }, el("strong", {}, "Goal: "), el("code", {}, goal), el("span", { class: "tag no" }, "not proved"), el("pre", { class: "why" }, why))),
    data.answers.map(({ question, answer }) => el("p", { class: "goal" }, el("strong", {}, `${question} = `), answer ?? "not determined")),
    el("details", {}, el("summary", {}, `Premises (${data.states.filter((s) => s[5]).length})`),
      el("ul", { class: "chips" }, data.states.flatMap((s, k) => (s[5] ? [el("li", {}, reader.link(k))] : [])))),
    data.jgex ? el("details", {}, el("summary", {}, "As text"), el("code", { class: "jgex" }, data.jgex)) : null,
  );

  const tabs = [
    proofs && ["Proof", proofs.box, () => {}],
    data.steps.length && ["Graph", el("div", {}, filter.box, graph.box), () => graph.open()],
    data.states.length && ["Statements", null, () => {}],
  ].filter(Boolean);
  const list = new StateList(reader, filter);
  const host = el("div", { class: "tab-body" });
  const bar = el("div", { class: "tabs", role: "tablist" });
  const buttons = tabs.map(([name], k) =>
    el("button", { role: "tab", id: `tab-${name}`, onclick: () => open(k), onkeydown: (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const next = (k + by + tabs.length) % tabs.length;
      open(next);
      buttons[next].focus();
    } }, name),
  );
  bar.append(...buttons);
  function open(k) {
    buttons.forEach((button, j) => {
      button.setAttribute("aria-selected", String(j === k));
      button.tabIndex = j === k ? 0 : -1;
    });
    const [name, box, opened] = tabs[k];
    host.setAttribute("role", "tabpanel");
    host.setAttribute("aria-labelledby", `tab-${name}`);
    host.replaceChildren(box ?? el("div", {}, filter.box, list.box));
    if (name === "Graph") box.prepend(filter.box);
    opened();
  }
  const folded = Boolean(data.item);
  const inside = [bar, host];
  const fold = folded ? el("details", { ontoggle: () => fold.open && open(0) }, el("summary", {}, "Proof and graph (they may reveal the answer)"), inside) : null;
  const work = tabs.length ? el("section", { class: "panel work", "aria-label": "Proof and graph" }, fold ?? inside) : null;

  const help = el("dialog", { class: "help" },
    el("h2", {}, "Keys"),
    el("dl", {}, [["n, p", "next and previous step of the proof"], ["1, 2, 3", "the tabs, in order"], ["/", "search"], ["Esc", "clear the selection"], ["Tab", "go to points, statements, steps; Enter selects"], ["arrows", "move the focused point or graph"], ["+, −, 0", "zoom the graph, fit it into the view"], ["?", "this list"]]
      .flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("form", { method: "dialog" }, el("button", {}, "Close")));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "radio") return;
    const { key } = event;
    if (key === "n") proofs?.walk(1);
    else if (key === "p") proofs?.walk(-1);
    else if (key === "Escape" && !help.open) selection.set(null, null);
    else if (key === "?") help.showModal();
    else if (key === "/") {
      if (!filter.box.isConnected) open(tabs.findIndex(([name]) => name === "Graph"));
      filter.text.focus();
    } else if (/^[1-3]$/.test(key) && tabs[key - 1]) open(Number(key) - 1);
    else return;
    event.preventDefault();
  });

  const item = data.item ? new ItemPanel(data, diagram) : null;
  document.body.append(
    el("header", {}, data.home ? el("a", { href: data.home }, "← All items") : null, el("h1", {}, data.title),
      el("span", { class: "row" }, el("button", { class: "quiet", title: "Keys", onclick: () => help.showModal() }, "Keys ?"), themeButton())),
    el("main", { class: item ? "with-item" : "" },
      el("div", { class: "left" }, diagram ? el("section", { class: "panel", "aria-label": "Figure" }, diagram.panel()) : null, data.item && !diagram ? null : statement),
      el("div", { class: "middle" }, item?.box ?? null, work),
      data.item && !diagram ? null : details.box),
    el("footer", {}, `geoengine ${data.engine}`, data.stopped && data.stopped !== "saturated" ? ` · the derivation stopped early: ${data.stopped}` : ""),
    help,
  );
  if (tabs.length && !folded) open(0);
  window.geoengine = { Diagram, Solver, data, diagram, graph, filter, selection, reader, open };
  selection.read();
  document.documentElement.dataset.ready = "yes";
})();
