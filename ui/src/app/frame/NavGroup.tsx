import type { ReactNode } from "react";
import type { ShownPlace } from "../navigation";
import { NavLink } from "./NavLink";

interface NavGroupProps {
  title: string;
  places: readonly ShownPlace[];
  isRail?: boolean;
  /** What stands after its places. */
  children?: ReactNode;
}

/** Places of the navigation that belong together, under their heading; a rail has a line for it. */
export function NavGroup({ title, places, isRail = false, children }: NavGroupProps) {
  if (places.length === 0 && !children) {
    return null;
  }
  return (
    <div className="flex flex-col gap-px">
      {isRail ? (
        <hr className="mx-2 my-2" />
      ) : (
        <h2 className="px-2 pt-4 pb-1 font-medium text-meta text-n11">{title}</h2>
      )}
      <NavLinks places={places} isRail={isRail} />
      {children}
    </div>
  );
}

/** Places one below the other, without a heading of their own. */
export function NavLinks({ places, isRail = false }: Pick<NavGroupProps, "places" | "isRail">) {
  return places.map((place) => <NavLink key={place.key} place={place} form={isRail ? "rail" : "full"} />);
}
