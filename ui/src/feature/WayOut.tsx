import { Link } from "@tanstack/react-router";
import { opening } from "@/messages/opening";
import { homeOf, useFeatures } from "./declared";

/** The link that a page without content offers: to the first place of the application. */
export function WayOut() {
  const home = homeOf(useFeatures());
  return home ? (
    <Link to={home.path} className="font-medium text-accent-text hover:underline">
      {opening.goTo(home.label)}
    </Link>
  ) : null;
}
