import { PanelLeft, Search } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { Kbd } from "@/components/Kbd/Kbd";
import { Colleagues } from "@/features/presence/Colleagues";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/useMedia";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useSetAtom } from "@/store";
import { type ShownPlace, usePlaces, useRecordPlaces } from "../navigation";
import { overlayAtom } from "../overlays";
import { Account } from "./Account";
import { Divider } from "./Divider";
import { NavLink } from "./NavLink";
import { isRailAtom, panelWidthAtom, toggleRailAtom } from "./panelWidth";

const railWidth = 56;
/** Here the work needs the room: the navigation is a rail. */
const narrow = "(max-width: 1199px)";

function Section({ title, places, isRail }: { title: string; places: ShownPlace[]; isRail: boolean }) {
  if (places.length === 0) {
    return null;
  }
  return (
    <div className="flex flex-col gap-px">
      {isRail ? (
        <hr className="mx-2 my-2" />
      ) : (
        <h2 className="px-2 pt-4 pb-1 font-medium text-meta text-n11">{title}</h2>
      )}
      {places.map((place) => (
        <NavLink key={place.key} place={place} form={isRail ? "rail" : "full"} />
      ))}
    </div>
  );
}

/** The left navigation: live sections first, then records, colleagues, and myself at the bottom. */
export function Sidebar() {
  const isNarrow = useMedia(narrow);
  const isRail = useAtomValue(isRailAtom) || isNarrow;
  const width = useAtomValue(panelWidthAtom);
  const toggle = useSetAtom(toggleRailAtom);
  const open = useSetAtom(overlayAtom);
  const organization = useAtomValue(identityAtom)?.organization.name;
  const live = usePlaces("live");
  const records = useRecordPlaces();
  const tools = usePlaces("tools");
  return (
    <nav
      aria-label={t.frame.navigation}
      style={{ width: isRail ? railWidth : width }}
      className="relative flex h-full shrink-0 flex-col border-r bg-n2 max-sm:hidden"
    >
      <div className={cn("flex h-13 shrink-0 items-center gap-2.5 px-3", isRail && "justify-center px-0")}>
        {isRail ? null : (
          <>
            <img src="/mark.svg" alt="" className="size-6" />
            <span className="min-w-0 flex-1 truncate font-semibold">{organization ?? t.frame.product}</span>
          </>
        )}
        {isNarrow ? (
          <img src="/mark.svg" alt="" className="size-6" />
        ) : (
          <IconButton
            label={isRail ? t.frame.expand : t.frame.collapse}
            keys="mod+b"
            icon={<PanelLeft className="size-4" />}
            onClick={toggle}
          />
        )}
      </div>
      <div className={cn("shrink-0 px-3 pb-1", isRail && "px-0 text-center")}>
        {isRail ? (
          <IconButton
            label={t.frame.search}
            keys="mod+k"
            icon={<Search className="size-4" />}
            onClick={() => open("palette")}
          />
        ) : (
          <button
            type="button"
            onClick={() => open("palette")}
            className="flex h-8 w-full items-center gap-2 rounded border bg-surface px-2 text-n11 shadow-small hover:border-n7"
          >
            <Search aria-hidden className="size-4 shrink-0" />
            <span className="flex-1 truncate text-left">{t.frame.search}</span>
            <Kbd keys="mod+k" />
          </button>
        )}
      </div>
      <div className={cn("flex min-h-0 flex-1 flex-col overflow-y-auto pb-3", isRail ? "px-0" : "px-3")}>
        <Section title={t.frame.live} places={live} isRail={isRail} />
        <Section
          title={t.frame.records}
          places={records.filter((place) => !place.isAdministered)}
          isRail={isRail}
        />
        {isRail ? null : (
          <>
            <h2 className="px-2 pt-4 pb-1 font-medium text-meta text-n11">{t.frame.colleagues}</h2>
            <Colleagues />
          </>
        )}
        <div className="mt-auto">
          <Section
            title={t.frame.tools}
            places={[...records.filter((place) => place.isAdministered), ...tools]}
            isRail={isRail}
          />
        </div>
      </div>
      <div className="shrink-0 border-t p-2">
        <Account isRail={isRail} />
      </div>
      {isNarrow ? null : <Divider />}
    </nav>
  );
}
