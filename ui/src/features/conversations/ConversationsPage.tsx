import { MessageCircle } from "lucide-react";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SplitView } from "@/components/SplitView/SplitView";
import { ConversationList } from "./ConversationList";
import { ConversationView } from "./ConversationView";
import { words } from "./messages";

/** The texts: the list, and beside it the chosen conversation. */
export function ConversationsPage({ id }: { id?: string | undefined }) {
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
      {id === undefined ? (
        <PageState icon={<MessageCircle />} title={words.choose} text={words.chooseHint} />
      ) : (
        <ConversationView key={id} id={id} />
      )}
    </SplitView>
  );
}
