import { useRouter, useSearch } from "@tanstack/react-router";
import { LoginPage } from "@/features/session/LoginPage";
import { ownPath } from "@/lib/paths";

export function LoginRoute() {
  const router = useRouter();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  return <LoginPage onSignedIn={() => router.history.push(ownPath(redirect) ?? "/")} />;
}
