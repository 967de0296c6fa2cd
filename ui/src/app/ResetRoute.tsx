import { useRouter } from "@tanstack/react-router";
import { ForgotPage } from "@/features/session/ForgotPage";
import { ResetPage } from "@/features/session/ResetPage";

export function ForgotRoute() {
  const router = useRouter();
  return <ForgotPage onBack={() => void router.navigate({ to: "/login" })} />;
}

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
