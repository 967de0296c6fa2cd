import { useRouter, useSearch } from "@tanstack/react-router";
import { LoginPage } from "@/features/session/LoginPage";

export function LoginRoute() {
  const router = useRouter();
  const { redirect } = useSearch({ from: "/login" });
  return <LoginPage onSignedIn={() => router.history.push(redirect ?? "/")} />;
}
