import { MessageCircle } from "lucide-react";
import type { WireRecord } from "@/api";
import { type Command, type Feature, page, part } from "@/feature";
import { isBarred } from "@/lib/doNotCall";
import { isLikeNumber } from "@/lib/phone";
import { t } from "@/messages";
import { workView } from "@/thread/listView";
import { mayText, type NewText, openNewText } from "./begin/newText";
import { findKeys, newText, text, textLabel, title, unreadTexts } from "./names";
import { consents, home, messages, object, participants, pathOf, pathPattern, threadKind } from "./objects";
import { unread } from "./unread";

/** The first one, where texts go unless another is chosen. */
const numberOf = ({ phone, second_phone: second }: WireRecord) =>
  [phone, second]
    .map((value) => (value as { phone_number?: string } | null | undefined)?.phone_number)
    .find(Boolean);

const command = (label: string, to?: NewText, number?: string): Command => ({
  key: label,
  label,
  icon: MessageCircle,
  ...(number === undefined ? {} : { reaches: { number, byText: true } }),
  run: () => openNewText(to),
});

const onRecords = () => import("./recordParts");
const begin = () => import("./begin/parts");

/** The dialog comes with the pages that offer it, so that what is typed as it opens is not lost. */
const dialog = () => begin().then((file) => file.NewTextDialog.preload());
const pages = () => Promise.all([import("./pages"), dialog().catch(() => undefined)]).then(([file]) => file);
const around = page(pages, "ConversationsPage");

/** Texts with people outside, and whether they may be texted. */
export const conversations: Feature = {
  routes: [
    { path: home, search: workView, around, component: page(pages, "NoConversation") },
    { path: `/view/${object}/list`, leadsTo: () => home },
    // Whatever app the address begins with, the conversation is the same.
    { path: pathPattern.replace("/view/", "/$app/"), leadsTo: ({ id = "" }) => pathOf(id) },
    { path: pathPattern, search: workView, around, component: page(pages, "Conversation") },
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
    [object]: {
      isInside: true,
      hasNoForm: true,
      path: pathOf,
      icon: MessageCircle,
      label: title,
      section: {
        order: "-last_message_at",
        title: () => import("./naming").then(({ titleOf }) => titleOf),
      },
      lead: ["last_message"],
      relatedBy: ["contacts", "assigned_user", "phone"],
    },
    [participants]: { isInside: true, hasNoForm: true },
    [messages]: {
      isInside: true,
      hasNoForm: true,
      Happened: part(() => onRecords().then((file) => file.HappenedText)),
    },
    [consents]: { isInside: true },
    contact: {
      Action: part(() => onRecords().then((file) => file.TextButton)),
      commands: (record) =>
        mayText() && numberOf(record) && !isBarred(record)
          ? [command(textLabel(String(record.name ?? "")), { contact: record }, numberOf(record))]
          : [],
      Below: part(() => onRecords().then((file) => file.ConsentHistory)),
    },
  },
  home: [
    {
      key: "conversations",
      heading: unreadTexts,
      order: 30,
      count: unread.knownTotal,
      Card: part(() => import("./UnreadTexts").then((file) => file.UnreadTexts)),
    },
  ],
  starters: [{ key: "text", Starter: part(() => begin().then((file) => file.TextStarter)) }],
  commands: (typed, identity) =>
    mayText(identity)
      ? [command(newText), ...(isLikeNumber(typed) ? [command(textLabel(typed), { typed }, typed)] : [])]
      : [],
  Overlay: part(() => begin().then((file) => file.NewTextOverlay)),
  reducers: () => import("./reducers").then((file) => file.conversationReducers),
  composers: [
    {
      key: "text",
      label: text,
      icon: MessageCircle,
      isFor: (record, identity) => record === "contact" && mayText(identity),
      Composer: part(() => onRecords().then((file) => file.TextComposer)),
    },
  ],
  senders: { [threadKind]: () => import("./actions").then((file) => file.postText) },
  shortcuts: [{ title, keys: [["mod+f", findKeys]] }],
  settings: () => import("./settings").then((file) => file.settings),
};
