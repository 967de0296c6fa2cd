import { useParams } from "@tanstack/react-router";
import { ConversationsPage } from "./ConversationsPage";

export const TextsRoute = () => <ConversationsPage />;

export function TextRoute() {
  const { id } = useParams({ strict: false });
  return <ConversationsPage id={id} />;
}
