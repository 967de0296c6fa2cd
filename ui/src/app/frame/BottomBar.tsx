import { Ellipsis } from "lucide-react";
import { t } from "@/messages";
import { useSetAtom } from "@/store";
import { usePlaces, useRecordPlaces } from "../navigation";
import { overlayAtom } from "../overlays";
import { Account } from "./Account";
import { NavLink } from "./NavLink";
import { Signs } from "./Signs";

/** The navigation of small screens. */
export function BottomBar() {
  const live = usePlaces("live").filter((place) => !place.isMore);
  const open = useSetAtom(overlayAtom);
  const contacts = useRecordPlaces().slice(0, 1);
  return (
    <nav
      aria-label={t.frame.navigation}
      className="flex shrink-0 items-center border-t bg-n2 px-1 py-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] sm:hidden"
    >
      {[...live, ...contacts].map((place) => (
        <NavLink key={place.key} place={place} form="bar" />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => open("more")}
        className="flex h-12 flex-auto flex-col items-center justify-center gap-0.5 rounded text-[11px] text-n11 leading-3 hover:bg-n4 hover:text-n12"
      >
        <Ellipsis aria-hidden className="size-5" />
        {t.frame.more}
      </button>
      <Signs />
      <Account isBar />
    </nav>
  );
}
