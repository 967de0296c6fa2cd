import { MessagesSquare } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import { t } from "@/messages";
import { listView, writingKeys } from "@/thread";
import { messageLabel, title, unreadChats } from "./names";
import { home, messages, object, pathOf, pathPattern } from "./objects";
import { chatReducers, threadKind, unread } from "./reducers";

const pages = () => import("./pages");
const around = page(pages, "ChatsPage");

/** Chats between colleagues. */
export const chat: Feature = {
  routes: [
    { path: home, search: listView, around, component: page(pages, "NoChat") },
    { path: pathPattern, search: listView, around, component: page(pages, "Chat") },
  ],
  places: [
    {
      key: "chat",
      path: home,
      label: title,
      icon: MessagesSquare,
      section: "live",
      within: [`/view/${object}/`],
      badge: { count: unread.total, label: t.frame.unread },
    },
  ],
  objects: {
    [object]: { isInside: true, path: pathOf },
    [messages]: { isInside: true },
    user: { Action: part(() => import("./MessageButton").then((file) => file.MessageButton)) },
  },
  home: [
    {
      key: "chat",
      heading: unreadChats,
      order: 40,
      count: unread.total,
      Card: part(() => import("./UnreadChats").then((file) => file.UnreadChats)),
    },
  ],
  colleague: [
    {
      key: "chat",
      label: messageLabel,
      icon: MessagesSquare,
      run: async (id) => pathOf((await (await import("./actions")).openDirect(id)).id),
    },
  ],
  reducers: chatReducers,
  senders: { [threadKind]: () => import("./actions").then((file) => file.postMessage) },
  shortcuts: [writingKeys],
};
