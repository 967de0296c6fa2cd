import { InvitationPage } from "@/features/session/InvitationPage";

/** The token is in the fragment of the address, which browsers send to no server. */
export function InvitationRoute() {
  return <InvitationPage token={location.hash.slice(1)} />;
}
