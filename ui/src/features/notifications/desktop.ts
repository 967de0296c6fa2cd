import { showNotice } from "@/lib/notice";
import type { NotificationRecord } from "./objects";
import { sentenceOf } from "./words";

interface Call {
  /** Asks the other tabs whether somebody looks at one of them. */
  asks?: string;
  /** Somebody does. */
  sees?: string;
}

/** How long a tab waits for the answer of another one. */
const answerTime = 200;

const isShown = () => document.visibilityState === "visible";

let line: BroadcastChannel | undefined;
const seen = new Set<string>();

let open = (_object: string, _id: string): void => undefined;

/**
 * Connects the tabs of this browser: a tab that is looked at keeps the others silent. show opens a record in this one.
 */
export function connectTabs(show: (object: string, id: string) => void): void {
  open = show;
  if (line || typeof BroadcastChannel === "undefined") {
    return;
  }
  line = new BroadcastChannel("notifications");
  line.onmessage = ({ data }: MessageEvent<Call>) => {
    if (data.asks !== undefined && isShown()) {
      line?.postMessage({ sees: data.asks } satisfies Call);
    }
    if (data.sees !== undefined) {
      seen.add(data.sees);
    }
  };
}

/** Shows a notification on the desktop while no tab of this browser is looked at. */
export function showOnDesktop(notification: NotificationRecord): void {
  if (isShown()) {
    return;
  }
  const { record } = notification;
  line?.postMessage({ asks: notification.id } satisfies Call);
  setTimeout(() => {
    if (!(seen.delete(notification.id) || isShown())) {
      showNotice({
        title: sentenceOf(notification),
        body: notification.text ?? "",
        tag: notification.id,
        onOpen: () => record && open(record.schema, record.id),
      });
    }
  }, answerTime);
}
