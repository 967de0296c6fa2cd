import { identityAtom, useAtomValue } from "@/store";
import { SettingsPage } from "./SettingsPage";

export function OrganizationRoute() {
  const id = useAtomValue(identityAtom)?.organization.id;
  return id === undefined ? null : <SettingsPage key={id} id={id} />;
}
