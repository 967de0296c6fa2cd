import { Outlet, useParams } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SplitView } from "@/components/SplitView/SplitView";
import { useMedia } from "@/lib/useMedia";
import { ListBar } from "@/thread/ListBar";
import { useListView } from "@/thread/listView";
import { ConversationList } from "./ConversationList";
import { ConversationView } from "./ConversationView";
import { CustomerPanel } from "./CustomerPanel";
import { words } from "./messages";

/** The texts: the list, which stays, and beside it the chosen conversation. */
export function ConversationsPage() {
  const { id } = useParams({ strict: false });
  const view = useListView();
  return (
    <SplitView
      narrow={id === undefined ? "list" : "detail"}
      list={
        <>
          <PageHeader title={words.title} />
          <ListBar view={view} label={words.search} />
          <ConversationList current={id} view={view} />
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

/** The chosen conversation, and who it is with where there is room for it. */
export function Conversation() {
  const { id } = useParams({ strict: false });
  const hasRoom = useMedia("(min-width: 1280px)");
  if (id === undefined) {
    return null;
  }
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <ConversationView key={id} id={id} />
      </div>
      {hasRoom ? <CustomerPanel conversationId={id} /> : null}
    </div>
  );
}
