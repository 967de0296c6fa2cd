import { Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { MessagesSquare, Plus } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SplitView } from "@/components/SplitView/SplitView";
import { atom, useAtom, useSetAtom } from "@/store";
import { ChatList } from "./ChatList";
import { ChatView } from "./ChatView";
import { words } from "./messages";
import { NewChatDialog } from "./NewChatDialog";
import { pathOf } from "./objects";

const isCreatingAtom = atom(false);

/** The chats: the list, which stays, and beside it the chosen one. */
export function ChatsPage() {
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const [isCreating, setCreating] = useAtom(isCreatingAtom);
  const create = () => setCreating(true);
  useEffect(() => () => setCreating(false), [setCreating]);
  return (
    <>
      <SplitView
        narrow={id === undefined ? "list" : "detail"}
        list={
          <>
            <PageHeader
              title={words.title}
              actions={
                <IconButton label={words.newChat} icon={<Plus className="size-4" />} onClick={create} />
              }
            />
            <ChatList current={id} onNew={create} />
          </>
        }
      >
        <Outlet />
      </SplitView>
      {isCreating ? (
        <NewChatDialog
          onClose={() => setCreating(false)}
          onCreated={(chat) => {
            setCreating(false);
            void navigate({ to: pathOf(chat.id) });
          }}
        />
      ) : null}
    </>
  );
}

/** Beside the list while none is chosen. */
export function NoChat() {
  const setCreating = useSetAtom(isCreatingAtom);
  return (
    <PageState
      icon={<MessagesSquare />}
      title={words.choose}
      text={words.chooseHint}
      action={<Button onClick={() => setCreating(true)}>{words.newChat}</Button>}
    />
  );
}

/** The chosen chat. */
export function Chat() {
  const { id } = useParams({ strict: false });
  return id === undefined ? null : <ChatView key={id} id={id} />;
}
