import {
  Activity,
  Building2,
  FileText,
  FlaskConical,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  NotebookPen,
  Phone,
  User,
  Users,
} from "lucide-react";
import { useCallBadge } from "@/features/calls/hooks";
import { t } from "@/messages";
import {
  type Atom,
  atom,
  identityAtom,
  schemasAtom,
  unreadChatsAtom,
  unreadTextsAtom,
  useAtomValue,
} from "@/store";

export interface Place {
  key: string;
  path: string;
  label: string;
  icon: LucideIcon;
  badge?: number;
  badgeLabel?: string;
}

const total = (counts: Atom<Readonly<Record<string, number>>>) =>
  atom((get) => Object.values(get(counts)).reduce((sum, count) => sum + count, 0));

const textsAtom = total(unreadTextsAtom);
const chatsAtom = total(unreadChatsAtom);

/** The live sections, with their badges. */
export function useLivePlaces(): Place[] {
  const calls = useCallBadge();
  const texts = useAtomValue(textsAtom);
  const chats = useAtomValue(chatsAtom);
  return [
    {
      key: "calls",
      path: "/live/active_calls",
      label: t.calls.title,
      icon: Phone,
      badge: calls,
      badgeLabel: t.frame.liveCalls(calls),
    },
    {
      key: "texts",
      path: "/live/twilio_conversation",
      label: t.texts.title,
      icon: MessageCircle,
      badge: texts,
      badgeLabel: t.frame.unread(texts),
    },
    {
      key: "chat",
      path: "/live/chat",
      label: t.chat.title,
      icon: MessagesSquare,
      badge: chats,
      badgeLabel: t.frame.unread(chats),
    },
  ];
}

const icons: Record<string, LucideIcon> = { contact: Users, note: NotebookPen, call: Phone, user: User };

/** Objects that have a screen of their own, or that only make sense inside one. */
const inside = new Set([
  "organization",
  "twilio_conversation",
  "twilio_participant",
  "twilio_message",
  "chat",
  "chat_message",
  "consent_event",
  "session",
]);

const firstOnes = ["contact", "note", "call", "user", "team"];

const rank = (object: string) => {
  const at = firstOnes.indexOf(object);
  return at < 0 ? firstOnes.length : at;
};

/** The lists of records that the user may read. */
export function useRecordPlaces(): Place[] {
  const schemas = useAtomValue(schemasAtom) ?? [];
  const rights = useAtomValue(identityAtom)?.rights;
  return schemas
    .filter(
      (schema) => !inside.has(schema.api_name) && (rights?.[schema.api_name]?.read ?? schema.rights.read),
    )
    .sort(
      (left, right) => rank(left.api_name) - rank(right.api_name) || left.title.localeCompare(right.title),
    )
    .map((schema) => ({
      key: schema.api_name,
      path: `/view/${schema.api_name}/list`,
      label: schema.plural ?? `${schema.title}s`,
      icon: icons[schema.api_name] ?? FileText,
    }));
}

export function useToolPlaces(): Place[] {
  const hasSimulator = useAtomValue(identityAtom)?.simulator === true;
  const isSuperuser = useAtomValue(identityAtom)?.user.is_superuser === true;
  const places: Place[] = [];
  if (hasSimulator) {
    places.push({ key: "simulator", path: "/simulator", label: t.simulator.title, icon: FlaskConical });
  }
  if (isSuperuser) {
    places.push({
      key: "organization",
      path: "/administration/organization",
      label: t.organization.title,
      icon: Building2,
    });
    places.push({
      key: "realtime",
      path: "/administration/realtime",
      label: t.administration.realtime,
      icon: Activity,
    });
  }
  return places;
}
