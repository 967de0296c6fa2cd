import { useParams } from "@tanstack/react-router";
import { ChatsPage } from "./ChatsPage";

export const ChatsRoute = () => <ChatsPage />;

export function ChatRoute() {
  const { id } = useParams({ strict: false });
  return <ChatsPage id={id} />;
}
