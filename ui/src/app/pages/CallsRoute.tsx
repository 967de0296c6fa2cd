import { useParams } from "@tanstack/react-router";
import { ActiveCallsPage } from "@/features/calls/ActiveCallsPage";

export const CallsRoute = () => <ActiveCallsPage />;

export function CallRoute() {
  const { id } = useParams({ from: "/frame/active_calls/$id" });
  return <ActiveCallsPage marked={id} />;
}
