export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const isMac = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.platform);

/** Whether the person is writing, so that plain keys are letters and focus must not be taken. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target.shadowRoot?.activeElement) {
    return isTyping(target.shadowRoot.activeElement); // events outside name the host alone
  }
  return (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !["button", "checkbox", "radio", "submit"].includes(target.type))
  );
}

/** AltGr types letters on many keyboards and reports itself as Ctrl+Alt. */
export const isAltGraph = (event: KeyboardEvent) => event.getModifierState("AltGraph");

export function isMod(event: KeyPress): boolean {
  return event.ctrlKey !== event.metaKey && (event.ctrlKey || event.metaKey);
}

/** "mod+k" as a person of this system reads it. */
export function keyLabel(keys: string): string {
  const words: Record<string, string> = isMac
    ? { mod: "⌘", alt: "⌥", shift: "⇧", enter: "↩" }
    : { mod: "Ctrl", alt: "Alt", shift: "Shift", enter: "Enter" };
  return keys
    .split("+")
    .map((part) => words[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(isMac ? "" : "+");
}

/** "mod+k" as aria-keyshortcuts has it (WAI-ARIA 1.2). */
export function ariaKeys(keys: string): string {
  const words: Record<string, string> = {
    mod: isMac ? "Meta" : "Control",
    alt: "Alt",
    shift: "Shift",
    enter: "Enter",
    "↑": "ArrowUp",
    "↓": "ArrowDown",
  };
  return keys
    .split("+")
    .map((part) => words[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join("+");
}
