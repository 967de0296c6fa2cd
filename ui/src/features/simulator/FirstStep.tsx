import { Link } from "@tanstack/react-router";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";

/** Leads here from where there is nothing yet that only the world outside can begin. */
export function FirstStep() {
  return useAtomValue(identityAtom)?.simulator ? (
    <Link to="/simulator" className="font-medium text-accent-text hover:underline">
      {words.open}
    </Link>
  ) : null;
}
