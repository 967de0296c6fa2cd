import { useNavigate } from "@tanstack/react-router";
import { MessagesSquare, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SplitView } from "@/components/SplitView/SplitView";
import { ChatList } from "./ChatList";
import { ChatView } from "./ChatView";
import { words } from "./messages";
import { NewChatDialog } from "./NewChatDialog";
import { pathOf } from "./objects";

/** The chats: the list, and beside it the chosen one. */
export function ChatsPage({ id }: { id?: string | undefined }) {
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
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
        {id === undefined ? (
          <PageState
            icon={<MessagesSquare />}
            title={words.choose}
            text={words.chooseHint}
            action={<Button onClick={create}>{words.newChat}</Button>}
          />
        ) : (
          <ChatView key={id} id={id} />
        )}
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
