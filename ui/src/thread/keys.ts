import type { ShortcutGroup } from "@/feature";
import { thread } from "@/messages/thread";

/** The keys of the composer, whatever is written in it. */
export const writingKeys: ShortcutGroup = {
  title: thread.keys.title,
  keys: [
    ["enter", thread.keys.send],
    ["shift+enter", thread.keys.newline],
  ],
};
