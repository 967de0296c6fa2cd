import { useParams } from "@tanstack/react-router";
import { ChatsPage } from "@/features/chat/ChatsPage";

export const ChatsRoute = () => <ChatsPage />;

export function ChatRoute() {
  const { id } = useParams({ from: "/frame/view/chat/record/$id/conversation" });
  return <ChatsPage id={id} />;
}
