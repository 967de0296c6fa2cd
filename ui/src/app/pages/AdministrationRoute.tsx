import { RealtimePage } from "@/features/administration/RealtimePage";
import { SettingsPage } from "@/features/organization/SettingsPage";
import { identityAtom, useAtomValue } from "@/store";

export function OrganizationRoute() {
  const id = useAtomValue(identityAtom)?.organization.id;
  return id === undefined ? null : <SettingsPage key={id} id={id} />;
}

export const RealtimeRoute = () => <RealtimePage />;
