import { t } from "@/messages";
import { usePlaces, useRecordPlaces } from "../navigation";
import { Account } from "./Account";
import { NavLink } from "./NavLink";

/** The navigation of small screens. */
export function BottomBar() {
  const live = usePlaces("live");
  const contacts = useRecordPlaces().slice(0, 1);
  return (
    <nav
      aria-label={t.frame.navigation}
      className="flex shrink-0 items-center gap-1 border-t bg-n2 px-2 py-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] sm:hidden"
    >
      {[...live, ...contacts].map((place) => (
        <NavLink key={place.key} place={place} form="bar" />
      ))}
      <Account isRail />
    </nav>
  );
}
