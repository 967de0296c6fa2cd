import { useParams } from "@tanstack/react-router";
import { ConversationsPage } from "@/features/conversations/ConversationsPage";

export const TextsRoute = () => <ConversationsPage />;

export function TextRoute() {
  const { id } = useParams({ from: "/frame/view/twilio_conversation/record/$id/conversation" });
  return <ConversationsPage id={id} />;
}
