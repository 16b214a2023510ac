// Which keys are the page's own, and which those of the browser, a field or what lies on top.

const FIELDS = "input:not([type=radio], [type=checkbox]), select, textarea";
const ON_TOP = "dialog[open], :popover-open";

/** Whether a key or a click comes without Ctrl, Meta and Alt, with which it is the browser's. */
export function isPlain({ ctrlKey, metaKey, altKey }: KeyboardEvent | MouseEvent): boolean {
  return !ctrlKey && !metaKey && !altKey;
}

/** Whether a key is not for the page: handled already, not plain, typed into a field, or while a dialog or a menu is open. */
export function isTaken(event: KeyboardEvent): boolean {
  return event.defaultPrevented || !isPlain(event)
    || (event.target instanceof Element && event.target.matches(FIELDS)) || document.querySelector(ON_TOP) !== null;
}
