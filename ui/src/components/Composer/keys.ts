/** What sends: Enter, or with Shift or Ctrl (Command on a Mac). */
const sendKeys = ["enter", "shift_enter", "ctrl_enter"] as const;
export type SendKey = (typeof sendKeys)[number];

export const keysOf: Readonly<Record<SendKey, string>> = {
  enter: "enter",
  shift_enter: "shift+enter",
  ctrl_enter: "mod+enter",
};

export const isSendKey = (value: unknown): value is SendKey => sendKeys.some((one) => one === value);

export interface ComposerKey {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  keyCode?: number;
}

const composingKeyCode = 229;

/** Whether a key sends; other Enters are new lines. An Enter that ends an input method's word is neither. */
export function sends(event: ComposerKey, by: SendKey): boolean {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === composingKeyCode || event.altKey) {
    return false;
  }
  const isWith = event.ctrlKey || event.metaKey;
  return by === "ctrl_enter" ? isWith : event.shiftKey === (by === "shift_enter");
}
