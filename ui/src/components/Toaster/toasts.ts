export type ToastTone = "success" | "error" | "warning" | "info";

/** What can be done about it, such as to undo it. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
  action?: ToastAction | undefined;
}

const lifetime: Record<ToastTone, number> = { success: 4_000, info: 5_000, warning: 8_000, error: 8_000 };
/** There is time to read it, to decide, and to get there by keyboard. */
const lifetimeWithAction = 20_000;
const most = 4;

let shown: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(to: readonly Toast[]): void {
  shown = to;
  for (const listener of listeners) {
    listener();
  }
}

export function dismiss(id: number): void {
  change(shown.filter((toast) => toast.id !== id));
}

function show(tone: ToastTone, text: string, action?: ToastAction): void {
  const id = nextId++;
  // The same sentence twice in a row is shown once.
  change([...shown.filter((toast) => toast.text !== text), { id, tone, text, action }].slice(-most));
  setTimeout(() => dismiss(id), action ? lifetimeWithAction : lifetime[tone]);
}

export const toast = {
  success: (text: string, action?: ToastAction) => show("success", text, action),
  error: (text: string) => show("error", text),
  warning: (text: string) => show("warning", text),
  info: (text: string, action?: ToastAction) => show("info", text, action),
};

export const toastList = {
  read: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
