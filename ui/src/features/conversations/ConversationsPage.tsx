import { Outlet, useParams } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SplitView } from "@/components/SplitView/SplitView";
import { ConversationList } from "./ConversationList";
import { ConversationView } from "./ConversationView";
import { words } from "./messages";

/** The texts: the list, which stays, and beside it the chosen conversation. */
export function ConversationsPage() {
  const { id } = useParams({ strict: false });
  return (
    <SplitView
      narrow={id === undefined ? "list" : "detail"}
      list={
        <>
          <PageHeader title={words.title} />
          <ConversationList current={id} />
        </>
      }
    >
      <Outlet />
    </SplitView>
  );
}

/** Beside the list while none is chosen. */
export const NoConversation = () => (
  <PageState icon={<MessageCircle />} title={words.choose} text={words.chooseHint} />
);

/** The chosen conversation. */
export function Conversation() {
  const { id } = useParams({ strict: false });
  return id === undefined ? null : <ConversationView key={id} id={id} />;
}
