import { InvitationPage } from "@/features/session/InvitationPage";

/** The token stands behind the # of the address, which no browser sends to any server. */
export function InvitationRoute() {
  return <InvitationPage token={location.hash.slice(1)} />;
}
