import { identityAtom, useAtomValue } from "@/store";
import { SettingsPage } from "./SettingsPage";

export function OrganizationRoute() {
  const id = useAtomValue(identityAtom)?.organization.id;
  return id === undefined ? null : <SettingsPage key={id} id={id} />;
}

// With the page, which is where they are shown: a file of their own would be one that every page fetches.
export { groups } from "./settings";
