import { useRouter } from "@tanstack/react-router";
import { ResetPage } from "@/features/session/ResetPage";

/** The token is in the fragment of the address, which browsers send to no server. */
export function ResetRoute() {
  const router = useRouter();
  return (
    <ResetPage
      token={location.hash.slice(1)}
      onSignIn={() => void router.navigate({ to: "/login" })}
      onAskAgain={() => void router.navigate({ to: "/forgot" })}
    />
  );
}
