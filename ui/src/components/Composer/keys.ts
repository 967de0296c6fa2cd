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

/** Enter sends, Shift+Enter is a new line, and an Enter that ends an input method's word is neither. */
export function sends(event: ComposerKey): boolean {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === composingKeyCode) {
    return false;
  }
  return !(event.shiftKey || event.altKey);
}
