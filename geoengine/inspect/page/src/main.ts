// The page of a problem, a proof or an item.
import type { PageData } from "./data";
import { Details } from "./detail";
import { el, readData } from "./dom";
import { Diagram } from "./figure";
import { StateFilter, StateList } from "./filter";
import { geogebraXml } from "./geogebra_file";
import { Graph } from "./graph";
import { helpDialog } from "./help";
import { ItemPanel } from "./item";
import { galleryLink } from "./item_walk";
import { isTaken } from "./keys";
import { figureOf } from "./other_figure";
import { listingPanel } from "./listing_panel";
import { Panels, type ColumnSpec, type PanelSpec } from "./panels";
import { Proofs } from "./proof";
import { Reader } from "./reader";
import { SaveMenu } from "./save_menu";
import { searchTable } from "./search_table";
import { Selection } from "./selection";
import { solidBox } from "./solid_door";
import { Solver } from "./solver";
import { statementBox } from "./statement";
import { Tabs, type Tab } from "./tabs";
import { themeButton } from "./theme";

const KEYS = [
  ["n, p", "next and previous step of the proof"],
  ["1, 2, …", "the tabs, in order"],
  ["/", "search"],
  ["a", "answer, certificate, solution of an item, in turn"],
  ["j, k", "next and previous item; arrows too"],
  ["Esc", "leave an enlarged panel; clear the selection"],
  ["Tab, Enter", "go to points, statements, steps; select"],
  ["arrows", "move the focused point, figure or splitter; turn the focused solid; walk the graph"],
  ["+, −, 0", "zoom the focused figure or graph; fit it into the view"],
  ["?", "this list"],
] as const;

(() => {
  const data = readData<PageData>();
  const selection = new Selection(
    data.steps.map(([, conclusion]) => conclusion),
    { state: data.states.length, step: data.steps.length, point: data.figure?.points.length ?? 0, option: data.item?.options.length ?? 0 },
    data.sentences?.map(([, premises]) => premises) ?? [],
  );
  const reader = new Reader(data, selection);
  const diagram = data.figure ? new Diagram(data.figure, "The figure", selection) : null;
  const item = data.item ? new ItemPanel({ ...data, item: data.item }, selection, diagram) : null;
  const solid = data.item ? solidBox(data.item.solid) : null;
  const listing = data.item ? listingPanel(data.item.listing) : null;
  const details = new Details(reader, selection, (plus, minus) => {
    const whole = plus.length === minus.length ? [[...plus, ...minus]] : [...plus, ...minus].map((pair) => [pair]);
    diagram?.hint(whole.filter((pairs) => pairs.length).map((pairs) => ({ relation: ["directions", pairs.flat()], how: "conclusion" })));
  });
  const filter = new StateFilter(reader);
  const proofs = data.proofs.length ? new Proofs(reader, selection, data.proofs) : null;
  const graph = new Graph(reader, selection, filter, data.proofs);
  const statements = el("div", {}, new StateList(reader, filter).box);

  diagram?.tools.append(new SaveMenu(diagram, data.title).box);
  diagram?.follow({ relation: (state) => data.states[state]![4], grounds: (step) => data.steps[step]![2], linked: (text) => reader.linked(text) });

  // One filter for both views.
  const withFilter = (box: HTMLElement) => () => box.prepend(filter.box);
  const graphBox = el("div", {}, graph.box);
  const tabs = new Tabs([
    ...(proofs ? [{ name: "Proof", box: proofs.box }] : []),
    ...(data.steps.length ? [{ name: "Graph", box: graphBox, opened: () => {
      withFilter(graphBox)();
      graph.open();
    } }] : []),
    ...(data.states.length ? [{ name: "Statements", box: statements, opened: withFilter(statements) }] : []),
    ...(data.search ? [{ name: "Search", box: searchTable(data.search, data.figure?.points ?? []) }] : []),
  ] satisfies Tab[]);
  const open = (k: number) => tabs.open(k);

  const given = item && !diagram ? null : { name: "statement", title: "Problem", body: statementBox(data, reader), share: 0 };
  const beside: (PanelSpec | null)[] = [
    item && { name: "item", title: "Question", body: item.box, share: 3 },
    tabs.tabs.length ? { name: "work", title: "Proof and graph", body: tabs.body, head: tabs.bar, share: 3 } : null,
    given && { name: "details", title: "Selected", body: details.box, share: 2, comesUp: true },
  ];
  const left: (PanelSpec | null)[] = [item?.media ? { name: "media", title: data.item?.media.some(({ kind }) => kind === "video") ? "Picture and video" : "Picture", body: item.media, share: 1 } : null, listing && { name: "listing", title: "Code, step by step", body: listing.box, share: 1.3 }, solid && { name: "solid", title: "Solid", body: solid, share: 1.3 }, diagram && { name: "figure", title: "Figure", body: diagram.panel(), share: 1 }, given];
  const isThere = (panel: PanelSpec | null): panel is PanelSpec => panel !== null;
  const columns: ColumnSpec[] = [{ share: 45, panels: left.filter(isThere) }, { share: 55, panels: beside.filter(isThere) }];
  const panels = new Panels(data.kind, columns.filter((column) => column.panels.length));

  // What would tell the answer of an item is not there until it is asked for.
  item?.listen((stage) => {
    panels.withhold(["figure"], stage < 2);
    panels.withhold(["statement", "work", "details"], stage < 3);
    if (stage === 3 && tabs.isClosed()) open(0);
  });

  // Nor is the picture that the solver has to see in the code.
  item?.listen((stage) => stage >= 1 && listing?.complete());

  selection.listen(({ selected }, isAsked) => {
    if (!isAsked) return;
    // An option explains itself, in the certificate.
    if (selected && selected.kind !== "option") panels.bringUp("details");
    else panels.putAway("details");
  });

  const help = helpDialog(KEYS, data.engine,
    "Select a statement, step or point anywhere: it lights up everywhere. The address then points to it, so you can share the link.");
  document.addEventListener("keydown", (event) => {
    const { key } = event;
    if (isTaken(event)) return;
    if (item && item.stage < 3 && /^[np/1-4]$/.test(key)) return;
    if (key === "n") proofs?.walk(1);
    else if (key === "p") proofs?.walk(-1);
    else if (key === "Escape") panels.shrink() || selection.select(null);
    else if (key === "?") help.showModal();
    else if (key === "/" && data.states.length) {
      if (!filter.box.checkVisibility()) open(tabs.tabs.findIndex(({ name }) => name === "Graph" || name === "Statements"));
      filter.text.focus();
    } else if (/^[1-4]$/.test(key)) open(Number(key) - 1);
    else return;
    event.preventDefault();
  });

  document.body.classList.add("framed");
  document.body.append(
    el("header", {}, data.gallery && data.item ? galleryLink(data.item.split, data.gallery) : null, el("h1", {}, data.title),
      panels.menu, el("button", { class: "quiet", onclick: () => help.showModal() }, "Help"), themeButton()),
    panels.box,
    help,
  );
  if (!item) open(0);
  window.geoengine = { Diagram, figureOf, Solver, geogebraXml, data, diagram, graph, filter, selection, reader, open, panels, tabs, item };
  selection.read();
  document.documentElement.dataset.ready = "yes";
})();

declare global {
  interface Window {
    /** What tests look at. */
    geoengine: object;
  }
}
