import { PanelLeft } from "lucide-react";
import { IconButton } from "@/components/IconButton/IconButton";
import { Colleagues } from "@/features/presence/Colleagues";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/useMedia";
import { t } from "@/messages";
import { identityAtom, useAtomValue, useSetAtom } from "@/store";
import { useListedPlaces, usePlaces } from "../navigation";
import { CreateMenu } from "./CreateMenu";
import { Divider } from "./Divider";
import { FeatureParts } from "./FeatureParts";
import { NavGroup, NavLinks } from "./NavGroup";
import { isRailAtom, panelWidthAtom, toggleRailAtom } from "./panelWidth";

const railWidth = 56;
/** Here the work needs the room: the navigation is a rail. */
const narrow = "(max-width: 1199px)";
/** Here the bottom bar stands for it. */
const phone = "(max-width: 599px)";

/** The left navigation: live sections first, then records, colleagues, and what is set up at the bottom. */
export function Sidebar() {
  const isNarrow = useMedia(narrow);
  const isPhone = useMedia(phone);
  const isRail = useAtomValue(isRailAtom) || isNarrow;
  const width = useAtomValue(panelWidthAtom);
  const toggle = useSetAtom(toggleRailAtom);
  const organization = useAtomValue(identityAtom)?.organization.name;
  const live = usePlaces("live");
  const team = usePlaces("team");
  const { records, setUp } = useListedPlaces();
  return (
    <nav
      aria-label={t.frame.navigation}
      style={{ width: isRail ? railWidth : width }}
      className="relative flex h-full shrink-0 flex-col border-r bg-n2 max-sm:hidden"
    >
      <div
        className={cn(
          "flex h-9 shrink-0 items-center gap-2.5 border-b px-3",
          isRail && "justify-center border-b-0 px-0",
        )}
      >
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
      <div className={cn("flex min-h-0 flex-1 flex-col overflow-y-auto pb-3", isRail ? "px-0" : "px-3")}>
        <div className={cn("flex shrink-0 flex-col pt-3", isRail && "items-center pt-2")}>
          <CreateMenu isRail={isRail} />
        </div>
        <NavGroup title={t.frame.live} places={live} isRail={isRail} />
        <NavGroup title={t.frame.records} places={records} isRail={isRail}>
          {isPhone ? null : <FeatureParts place="Navigation" isRail={isRail} />}
        </NavGroup>
        {isRail ? null : (
          <>
            <h2 className="px-2 pt-4 pb-1 font-medium text-meta text-n11">{t.frame.colleagues}</h2>
            <Colleagues />
          </>
        )}
        <NavLinks places={team} isRail={isRail} />
        <div className="mt-auto">
          <NavGroup title={t.frame.tools} places={setUp} isRail={isRail} />
        </div>
      </div>
      {isNarrow ? null : <Divider />}
    </nav>
  );
}
