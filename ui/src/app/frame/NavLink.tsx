import { Link, useRouterState } from "@tanstack/react-router";
import { Badge } from "@/components/Badge/Badge";
import { cn } from "@/lib/cn";
import { isWithin, type ShownPlace } from "../navigation";

interface NavLinkProps {
  place: ShownPlace;
  form: "full" | "rail" | "bar";
}

const shapes = {
  full: "h-8 gap-2.5 px-2",
  rail: "size-9 justify-center self-center",
  bar: "h-12 flex-auto flex-col justify-center gap-0.5 whitespace-nowrap text-[11px] leading-3",
};

/** One line of the navigation; a rail shows the icon with its name as a tooltip. */
export function NavLink({ place, form }: NavLinkProps) {
  const Icon = place.icon;
  const isCurrent = useRouterState({ select: ({ location }) => isWithin(place, location.pathname) });
  return (
    <Link
      to={place.path}
      data-nav={place.key}
      aria-label={form === "rail" ? [place.label, place.badgeLabel].filter(Boolean).join(", ") : undefined}
      data-tip={form === "rail" ? place.label : undefined}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(
        "group relative flex shrink-0 items-center rounded transition-colors duration-120",
        shapes[form],
        isCurrent ? "bg-n4 font-medium text-n12" : "text-n11 hover:bg-n4 hover:text-n12",
      )}
    >
      <Icon aria-hidden className={cn("shrink-0", form === "bar" ? "size-5" : "size-4")} />
      {form === "rail" ? null : (
        <span className={form === "full" ? "flex-1 truncate" : undefined}>{place.label}</span>
      )}
      {place.badge ? (
        <Badge
          count={place.badge}
          label={place.badgeLabel ?? ""}
          className={form === "full" ? undefined : "absolute top-0 left-1/2 ml-1 h-4 min-w-4 text-[10px]"}
        />
      ) : null}
    </Link>
  );
}
