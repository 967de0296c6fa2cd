import { useRouter, useSearch } from "@tanstack/react-router";
import { currentToken } from "@/api";
import { LoginPage } from "@/features/session/LoginPage";
import { wayBackOf } from "@/features/session/wayBack";
import { ownPath } from "@/lib/paths";

export function LoginRoute() {
  const router = useRouter();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  const enter = () => router.history.push(wayBackOf(currentToken()?.user, ownPath(redirect)));
  return <LoginPage onSignedIn={enter} onForgot={() => void router.navigate({ to: "/forgot" })} />;
}
