import { useRouter } from "@tanstack/react-router";
import { ForgotPage } from "@/features/session/ForgotPage";

export function ForgotRoute() {
  const router = useRouter();
  return <ForgotPage onBack={() => void router.navigate({ to: "/login" })} />;
}
