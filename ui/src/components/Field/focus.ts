import { flushSync } from "react-dom";

/**
 * Shows what is wrong in a form, then takes the reader to the first of it. The change is drawn at once:
 * on a busy machine a frame may come before React's own time to draw it.
 */
export function focusFirstProblem(show: () => void): void {
  flushSync(show);
  // What stands below an open dialog can't have the focus.
  const within = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  within.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
}
