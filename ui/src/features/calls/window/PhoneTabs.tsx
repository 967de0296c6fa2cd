import { Link, useRouterState } from "@tanstack/react-router";
import { AudioLines, Contact, Grid3x3, type LucideIcon, MessageCircle, Phone, Settings } from "lucide-react";
import { Badge } from "@/components/Badge/Badge";
import { PresenceDot } from "@/components/PresenceDot/PresenceDot";
import { type Place, useFeatures } from "@/feature";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { useTopic } from "@/realtime";
import { atom, identityAtom, ownDotAtom, rightsFor, useAtomValue } from "@/store";
import { PhoneSign } from "../dock/PhoneSign";
import { allCalls, countAtom } from "../liveCalls";
import { words as callWords } from "../messages";
import { liveCallsLabel } from "../names";
import { phoneSettingsAtom } from "../phoneSettings";
import { tabAddresses } from "./addresses";
import { words } from "./messages";

type Key = keyof typeof tabAddresses;

interface Tab {
  key: Key;
  icon: LucideIcon;
  /** How other paths begin that belong to it. */
  within?: string;
}

const tabs: readonly Tab[] = [
  { key: "Contacts", icon: Contact, within: "/view/contact/" },
  { key: "Calls", icon: Phone, within: "/active_calls/" },
  { key: "Texts", icon: MessageCircle, within: "/view/twilio_conversation/" },
  { key: "Recordings", icon: AudioLines, within: "/view/twilio_recording/" },
  { key: "Keypad", icon: Grid3x3 },
  { key: "Settings", icon: Settings },
];

const none = atom(0);

function useBadge(key: Key, place: Place | undefined) {
  const calls = useAtomValue(countAtom);
  const waiting = useAtomValue(place?.badge?.count ?? none);
  if (key === "Calls") {
    return { count: calls, label: liveCallsLabel(calls) };
  }
  return { count: waiting, label: place?.badge?.label(waiting) ?? "" };
}

function TabLink({ tab: { key, icon: Icon, within }, place }: { tab: Tab; place: Place | undefined }) {
  const { path } = tabAddresses[key];
  const badge = useBadge(key, place);
  const isCurrent = useRouterState({
    select: ({ location: { pathname } }) =>
      pathname === path || (within !== undefined && pathname.startsWith(within)),
  });
  return (
    <Link
      to={path}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(
        "relative flex h-full min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded text-[11px] leading-3 transition-colors duration-120 focus-visible:-outline-offset-2",
        isCurrent ? "font-medium text-accent-text" : "text-n11 hover:bg-n4 hover:text-n12",
      )}
    >
      <Icon aria-hidden className="size-5" />
      <span className="max-w-full truncate">{words.tabs[key]}</span>
      <Badge
        count={badge.count}
        label={badge.label}
        className="absolute top-1 left-1/2 ml-1.5 h-4 min-w-4 text-[10px]"
      />
    </Link>
  );
}

/** The tabs of the phone's window: those that its user wants and whose pages are there. */
export function PhoneTabs() {
  const features = useFeatures();
  const identity = useAtomValue(identityAtom);
  const wanted = useAtomValue(phoneSettingsAtom).tabs ?? {};
  const dot = useAtomValue(ownDotAtom);
  useTopic(allCalls);
  const places = features.flatMap((feature) => feature.places ?? []);
  const placeOf = (key: Key) => places.find(({ path }) => path === tabAddresses[key].path);
  const isThere: Record<Key, boolean> = {
    Contacts: rightsFor(identity, "contact").read,
    Calls: true,
    Texts: placeOf("Texts") !== undefined,
    Recordings: rightsFor(identity, "twilio_recording").read,
    Keypad: rightsFor(identity, "call").create,
    Settings: true,
  };
  return (
    <nav aria-label={words.tabsLabel} className="flex h-full gap-0.5 p-1">
      <span className="flex shrink-0 items-center gap-1 border-r pr-2 pl-1">
        <span className="flex w-8 justify-center">
          <PhoneSign />
        </span>
        <PresenceDot status={dot} label={callWords.youAre(t.frame.statuses[dot])} />
      </span>
      {tabs
        .filter(({ key }) => isThere[key] && (key === "Settings" || wanted[key] !== false))
        .map((tab) => (
          <TabLink key={tab.key} tab={tab} place={placeOf(tab.key)} />
        ))}
    </nav>
  );
}
