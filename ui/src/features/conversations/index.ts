import { MessageCircle } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import { t } from "@/messages";
import { listView, writingKeys } from "@/thread";
import { text, title, unreadTexts } from "./names";
import { consents, home, messages, object, participants, pathOf, pathPattern } from "./objects";
import { conversationReducers, threadKind, unread } from "./reducers";

const pages = () => import("./pages");
const around = page(pages, "ConversationsPage");

/** Texts with people outside, and whether they may be texted. */
export const conversations: Feature = {
  routes: [
    { path: home, search: listView, around, component: page(pages, "NoConversation") },
    { path: pathPattern, search: listView, around, component: page(pages, "Conversation") },
  ],
  places: [
    {
      key: "texts",
      path: home,
      label: title,
      icon: MessageCircle,
      section: "live",
      within: [`/view/${object}/`],
      badge: { count: unread.total, label: t.frame.unread },
    },
  ],
  objects: {
    [object]: { isInside: true, hasNoForm: true, path: pathOf },
    [participants]: { isInside: true, hasNoForm: true },
    [messages]: {
      isInside: true,
      hasNoForm: true,
      Happened: part(() => import("./HappenedText").then((file) => file.HappenedText)),
    },
    [consents]: { isInside: true },
    contact: {
      Below: part(() => import("./consent/ConsentHistory").then((file) => file.ConsentHistory)),
    },
  },
  home: [
    {
      key: "conversations",
      heading: unreadTexts,
      order: 30,
      count: unread.total,
      Card: part(() => import("./UnreadTexts").then((file) => file.UnreadTexts)),
    },
  ],
  reducers: conversationReducers,
  composers: [
    {
      key: "text",
      label: text,
      icon: MessageCircle,
      isFor: (record, identity) => record === "contact" && identity?.rights[messages]?.create === true,
      Composer: part(() => import("./TextComposer").then((file) => file.TextComposer)),
    },
  ],
  senders: { [threadKind]: () => import("./actions").then((file) => file.postText) },
  shortcuts: [writingKeys],
  settings: () => import("./settings").then((file) => file.settings),
};
