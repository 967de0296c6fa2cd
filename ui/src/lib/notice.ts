import { useSyncExternalStore } from "react";

/** Whether this browser lets the page show notices on the desktop. */
export type Leave = NotificationPermission | "unsupported";

const readers = new Set<() => void>();

const leaveForNotices = (): Leave =>
  typeof Notification === "undefined" ? "unsupported" : Notification.permission;

function follow(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

export const useLeaveForNotices = (): Leave => useSyncExternalStore(follow, leaveForNotices);

/** Asks the person for it; browsers ask only where he has just pressed something. */
export async function askForNotices(): Promise<Leave> {
  if (leaveForNotices() === "default") {
    await Notification.requestPermission();
    for (const read of readers) {
      read();
    }
  }
  return leaveForNotices();
}

interface Notice {
  title: string;
  body: string;
  /** One notice a tag, however many tabs show it. */
  tag: string;
  /** What a press does after it brings the page to the front. Such a notice goes by itself. */
  onOpen?: () => void;
}

/** Shows a notice until it is taken away; a press on it brings the page to the front. */
export function showNotice({ title, body, tag, onOpen }: Notice): () => void {
  if (leaveForNotices() !== "granted") {
    return () => undefined;
  }
  const notice = new Notification(title, {
    body,
    tag,
    icon: "/mark.svg",
    requireInteraction: onOpen === undefined,
  });
  notice.onclick = () => {
    window.focus();
    onOpen?.();
    notice.close();
  };
  return () => notice.close();
}
