// The page of an item: what the solver gets first, and on demand its answer, certificate, solution.
import { answerPanel } from "./answer_panel";
import { CertificatePanel } from "./certificate_panel";
import type { PageData } from "./data";
import { el } from "./dom";
import type { Diagram } from "./figure";
import type { ItemData } from "./item_data";
import { itemNeighbours, itemWalk } from "./item_walk";
import { isTaken } from "./keys";
import { mediaPanel } from "./media_panel";
import { PromptPanel } from "./prompt_panel";
import { responsesPanel } from "./responses_panel";
import { reviewPanel } from "./review_panel";
import type { Selection } from "./selection";
import { StepLinks } from "./step_links";

/** What is open: nothing, the answer, also the certificate, also the solution. */
export type Stage = 0 | 1 | 2 | 3;

const NAMES = ["answer", "certificate", "solution"] as const;

/** What the page of an item needs of the data of a page. */
export type ItemPage = Pick<PageData, "figure" | "proofs" | "gallery" | "responses"> & { readonly item: ItemData };

export class ItemPanel {
  /** The pictures and videos; null if the item has none. */
  readonly media: HTMLElement | null;
  /** The question, with all that opens on demand, and the review. */
  readonly box: HTMLElement;
  stage: Stage = 0;
  private readonly item: ItemData;
  private readonly links: StepLinks;
  private readonly prompt: PromptPanel;
  private readonly listeners: ((stage: Stage) => void)[] = [];
  private readonly buttons: HTMLButtonElement[];
  private readonly boxes: HTMLElement[];
  private readonly last: Stage;
  private certificate: CertificatePanel | null = null;
  /** What the certificate is for. */
  private readonly reason: HTMLElement;

  constructor(private readonly page: ItemPage, private readonly selection: Selection, private readonly diagram: Diagram | null) {
    const { item } = page;
    this.item = item;
    this.last = page.figure || page.proofs.length ? 3 : 2;
    this.links = new StepLinks(item.lines);
    this.prompt = new PromptPanel(item, this.links, selection);
    this.media = mediaPanel(item.media);
    this.boxes = [
      el("div", { class: "opened", id: "opened-answer", "aria-live": "polite" }),
      el("div", { class: "opened", id: "opened-certificate" }),
      el("div", { class: "opened", id: "opened-solution" }, el("p", { class: "hint" }, "The statement of the problem, its proofs and its graph are on this page now.")),
    ];
    this.buttons = NAMES.map((name, k) =>
      el("button", { type: "button", class: "disclose", "aria-controls": `opened-${name}`, onclick: () => this.toggle((k + 1) as Stage) }, name));
    this.reason = el("p", { class: "hint", id: "certificate-reason" }, item.options.length ? "The certificate says why this is the answer, and why the other options are not." : "The certificate says why this is the answer.");
    this.buttons[1]!.setAttribute("aria-describedby", this.reason.id);
    const walk = page.gallery ? itemWalk(itemNeighbours(item.id, item.split, page.gallery)) : null;
    this.box = el("div", { class: "item" },
      walk,
      el("p", { class: "tags" }, el("strong", {}, item.task), item.tags.map((tag) => el("span", { class: "tag" }, tag))),
      this.prompt.box,
      el("section", { class: "disclosures", "aria-label": "Answer, certificate and solution" },
        NAMES.slice(0, this.last).flatMap((_, k) => [this.buttons[k], k === 1 ? this.reason : null, this.boxes[k]])),
      reviewPanel(item));
    document.addEventListener("keydown", (event) => this.key(event));
    this.open(0);
  }

  /** Call a function whenever more or less is open, and at once. */
  listen(listener: (stage: Stage) => void): void {
    this.listeners.push(listener);
    listener(this.stage);
  }

  /** Open everything up to a stage, and close what is beyond. */
  open(stage: Stage): void {
    const before = this.stage;
    this.stage = Math.min(stage, this.last) as Stage;
    this.buttons.forEach((button, k) => {
      const isOpen = this.stage > k;
      button.hidden = this.stage < k;
      button.setAttribute("aria-expanded", String(isOpen));
      button.textContent = `${isOpen ? "Hide" : "Show"} the ${NAMES[k]}`;
      button.classList.toggle("primary", this.stage === k);
      this.boxes[k]!.hidden = !isOpen;
    });
    this.prompt.mark(this.stage >= 1 ? this.item.answer.key : null);
    this.boxes[0]!.replaceChildren(...(this.stage >= 1
      ? [...answerPanel(this.item, this.prompt.picked), ...responsesPanel(this.page.responses ?? [], this.item.options.length)] : []));
    if (this.stage >= 2) this.certificate ??= this.certify();
    this.reason.hidden = this.stage !== 1;
    this.links.open(this.stage >= 3);
    for (const listener of this.listeners) listener(this.stage);
    if (before < 2) this.certificate?.follow();
  }

  private toggle(stage: Stage): void {
    this.open(this.stage >= stage ? ((stage - 1) as Stage) : stage);
  }

  private certify(): CertificatePanel {
    const { item, page } = this;
    const certificate = new CertificatePanel(item, this.links, page.figure, this.diagram, this.selection);
    this.boxes[1]!.replaceChildren(
      certificate.box,
      el("h3", {}, "About the item"),
      el("dl", { class: "about" }, item.about.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      el("details", { class: "raw" }, el("summary", {}, "Raw record"), el("pre", { tabIndex: 0, "aria-label": "Raw record" }, item.raw)),
    );
    return certificate;
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "a" || isTaken(event)) return;
    event.preventDefault();
    this.open(this.stage === this.last ? 0 : ((this.stage + 1) as Stage));
  }
}
