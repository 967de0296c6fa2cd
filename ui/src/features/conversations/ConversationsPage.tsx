import { Outlet, useParams } from "@tanstack/react-router";
import { MessageCircle, Plus } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SplitView } from "@/components/SplitView/SplitView";
import { useMedia } from "@/lib/useMedia";
import { identityAtom, useAtomValue } from "@/store";
import { ListBar } from "@/thread/ListBar";
import { useListView, workView } from "@/thread/listView";
import { mayText, openNewText } from "./begin/newText";
import { ConversationList } from "./ConversationList";
import { ConversationView } from "./ConversationView";
import { CustomerPanel } from "./CustomerPanel";
import { words } from "./messages";
import { newText } from "./names";
import { words as workWords } from "./work/messages";
import { WorkDialogs } from "./work/WorkDialogs";

/** The texts: the list, which stays, and the chosen conversation. */
export function ConversationsPage() {
  const { id } = useParams({ strict: false });
  const me = useAtomValue(identityAtom)?.userId;
  const view = useListView(workView, `texts.show.${me}`);
  const mayBegin = mayText(useAtomValue(identityAtom));
  return (
    <>
      <SplitView
        narrow={id === undefined ? "list" : "detail"}
        list={
          <>
            <PageHeader
              title={words.title}
              actions={
                mayBegin ? (
                  <IconButton
                    label={newText}
                    icon={<Plus className="size-4" />}
                    onClick={() => openNewText()}
                  />
                ) : null
              }
            />
            <ListBar view={view} label={words.search} shows={workWords.shows} />
            <ConversationList current={id} view={view} />
          </>
        }
      >
        <Outlet />
      </SplitView>
      <WorkDialogs />
    </>
  );
}

/** Shown while no conversation is chosen. */
export function NoConversation() {
  const mayBegin = mayText(useAtomValue(identityAtom));
  return (
    <PageState
      icon={<MessageCircle />}
      title={words.choose}
      text={words.chooseHint}
      action={mayBegin ? <Button onClick={() => openNewText()}>{newText}</Button> : null}
    />
  );
}

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
