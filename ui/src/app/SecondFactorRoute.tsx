import { useRouter, useSearch } from "@tanstack/react-router";
import { SecondFactorPage } from "@/features/session/SecondFactorPage";
import { ownPath } from "@/lib/paths";

export function SecondFactorRoute() {
  const router = useRouter();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  return <SecondFactorPage onDone={() => router.history.push(ownPath(redirect) ?? "/")} />;
}
