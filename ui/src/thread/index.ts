import type { ShortcutGroup } from "@/feature";
import { thread } from "@/messages/thread";

export { listView } from "./listView";
export { addLive, changeLive, takeLive, takeMessage, takeNewest } from "./live";
export { type Outgoing, outgoing } from "./outgoing";
export { type Numbered, threads } from "./threads";
export { createUnread } from "./unread";
export { hasUnsent } from "./unsent";

/** The keys of the composer, whatever is written in it. */
export const writingKeys: ShortcutGroup = {
  title: thread.keys.title,
  keys: [
    ["enter", thread.keys.send],
    ["shift+enter", thread.keys.newline],
  ],
};
