import { useParams } from "@tanstack/react-router";
import { ActiveCallsPage } from "./ActiveCallsPage";

export { callFrom } from "./callerName";

export const CallsRoute = () => <ActiveCallsPage />;

export function CallRoute() {
  const { id } = useParams({ strict: false });
  return <ActiveCallsPage marked={id} />;
}
