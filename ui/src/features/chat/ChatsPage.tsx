import { useNavigate } from "@tanstack/react-router";
import { MessagesSquare, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SplitView } from "@/components/SplitView/SplitView";
import { t } from "@/messages";
import { ChatList } from "./ChatList";
import { ChatView } from "./ChatView";
import { NewChatDialog } from "./NewChatDialog";

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
              title={t.chat.title}
              actions={
                <IconButton label={t.chat.newChat} icon={<Plus className="size-4" />} onClick={create} />
              }
            />
            <ChatList current={id} onNew={create} />
          </>
        }
      >
        {id === undefined ? (
          <PageState
            icon={<MessagesSquare />}
            title={t.chat.choose}
            text={t.chat.chooseHint}
            action={<Button onClick={create}>{t.chat.newChat}</Button>}
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
            void navigate({ to: "/view/chat/record/$id/conversation", params: { id: chat.id } });
          }}
        />
      ) : null}
    </>
  );
}
