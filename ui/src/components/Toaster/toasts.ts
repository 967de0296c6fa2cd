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
  key?: string | undefined;
}

interface Course {
  /** Toasts of one course of events: a later one takes the place of the earlier. */
  key: string;
  /** How long it stays, in milliseconds, where that is not what its tone says. */
  lifetime?: number;
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

function show(tone: ToastTone, text: string, action?: ToastAction, course?: Course): void {
  const next = { id: nextId++, tone, text, action, key: course?.key };
  const place = course ? shown.findIndex(({ key }) => key === course.key) : -1;
  // The same sentence twice in a row is shown once.
  change(
    place < 0
      ? [...shown.filter((toast) => toast.text !== text), next].slice(-most)
      : shown.map((toast, at) => (at === place ? next : toast)),
  );
  setTimeout(() => dismiss(next.id), course?.lifetime ?? (action ? lifetimeWithAction : lifetime[tone]));
}

/** Takes away the toast of a course of events that needs no further word. */
export const dismissCourse = (key: string): void => change(shown.filter((toast) => toast.key !== key));

export const toast = {
  success: (text: string, action?: ToastAction, course?: Course) => show("success", text, action, course),
  error: (text: string) => show("error", text),
  warning: (text: string, action?: ToastAction, course?: Course) => show("warning", text, action, course),
  info: (text: string, action?: ToastAction, course?: Course) => show("info", text, action, course),
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
