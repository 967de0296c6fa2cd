import { LifeBuoy, MessagesSquare } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import { t } from "@/messages";
import { type Identity, rightsFor } from "@/store";
import { listView } from "@/thread/listView";
import { chatAddress } from "./address";
import { helpTitle, messageLabel, title, unreadChats } from "./names";
import { home, messages, object, pathOf, pathPattern, replyKind, threadKind } from "./objects";
import { unread } from "./unread";

const help = "/live/help_chat";
const pages = () => import("./pages");
const around = page(pages, "ChatsPage");

/** Those who run the organization are whom one asks. */
const mayAsk = (identity: Identity | undefined) =>
  rightsFor(identity, object).create && identity?.user.is_superuser !== true;

/** Chats between colleagues. */
export const chat: Feature = {
  routes: [
    { path: home, search: listView, around, component: page(pages, "NoChat") },
    { path: pathPattern, search: chatAddress, around, component: page(pages, "Chat") },
    { path: `/view/${object}/list`, leadsTo: () => home },
    { path: help, component: page(pages, "HelpRoute"), isFor: mayAsk },
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
    {
      key: "help",
      path: help,
      label: helpTitle,
      icon: LifeBuoy,
      section: "team",
      isFor: mayAsk,
    },
  ],
  objects: {
    [object]: {
      isInside: true,
      path: pathOf,
      icon: MessagesSquare,
      section: {
        only: { field: "status", values: ["Closed"], isNot: true },
        order: "-last_message_at",
        title: () => pages().then(({ titleOf }) => titleOf),
      },
    },
    [messages]: { isInside: true },
    user: { Action: part(() => import("./MessageButton").then((file) => file.MessageButton)) },
  },
  home: [
    {
      key: "chat",
      heading: unreadChats,
      order: 40,
      count: unread.knownTotal,
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
  reducers: () => import("./reducers").then((file) => file.chatReducers),
  senders: {
    [threadKind]: () => import("./actions").then((file) => file.postMessage),
    [replyKind]: () => import("./actions").then((file) => file.postReply),
  },
};
