import { Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { Bookmark, MessagesSquare, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SplitView } from "@/components/SplitView/SplitView";
import { atom, useAtom, useSetAtom } from "@/store";
import { ListBar } from "@/thread/ListBar";
import { useListView } from "@/thread/listView";
import { ChatList } from "./ChatList";
import { ChatView } from "./ChatView";
import { MessageHits } from "./find/MessageHits";
import { SavedDialog } from "./find/MessagesDialog";
import { words as findWords } from "./find/messages";
import { words } from "./messages";
import { NewChatDialog } from "./NewChatDialog";
import { NewMessageDialog } from "./NewMessageDialog";
import { type ChatRecord, pathOf } from "./objects";

/** What is being begun: a message to one colleague, or a chat of several. */
const beginningAtom = atom<"message" | "chat" | undefined>(undefined);

/** The chats: the list, which stays, and beside it the chosen one. */
export function ChatsPage() {
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const view = useListView();
  const [beginning, begin] = useAtom(beginningAtom);
  const [isSavedOpen, setSavedOpen] = useState(false);
  const start = () => begin("message");
  const stop = () => begin(undefined);
  const show = (chat: ChatRecord) => {
    stop();
    void navigate({ to: pathOf(chat.id) });
  };
  useEffect(() => () => begin(undefined), [begin]);
  return (
    <>
      <SplitView
        narrow={id === undefined ? "list" : "detail"}
        list={
          <>
            <PageHeader
              title={words.title}
              actions={
                <>
                  <IconButton
                    label={findWords.saved}
                    icon={<Bookmark className="size-4" />}
                    onClick={() => setSavedOpen(true)}
                  />
                  <IconButton label={words.newMessage} icon={<Plus className="size-4" />} onClick={start} />
                </>
              }
            />
            <ListBar view={view} label={words.search} />
            <ChatList current={id} view={view} onNew={start} />
            {view.search.trim().length > 1 ? <MessageHits search={view.search.trim()} /> : null}
          </>
        }
      >
        <Outlet />
      </SplitView>
      {isSavedOpen ? <SavedDialog onClose={() => setSavedOpen(false)} /> : null}
      {beginning === "message" ? (
        <NewMessageDialog onClose={stop} onOpened={show} onGroup={() => begin("chat")} />
      ) : null}
      {beginning === "chat" ? <NewChatDialog onClose={stop} onCreated={show} /> : null}
    </>
  );
}

/** Next to the list while none is chosen. */
export function NoChat() {
  const begin = useSetAtom(beginningAtom);
  return (
    <PageState
      icon={<MessagesSquare />}
      title={words.choose}
      text={words.chooseHint}
      action={<Button onClick={() => begin("message")}>{words.newMessage}</Button>}
    />
  );
}

/** The chosen chat. */
export function Chat() {
  const { id } = useParams({ strict: false });
  return id === undefined ? null : <ChatView key={id} id={id} />;
}
