import {
  Bookmark,
  BookmarkX,
  Ellipsis,
  Link2,
  MailOpen,
  MessageSquareReply,
  Pencil,
  Pin,
  PinOff,
  SmilePlus,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog/ConfirmDialog";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { toast } from "@/components/Toaster/toasts";
import { useAtomValue } from "@/store";
import { deleteMessage, pin, react } from "./amending";
import { words as findWords } from "./find/messages";
import { placeOf } from "./find/place";
import { savedAtom, setSaved } from "./find/saved";
import { words } from "./messages";
import { type ChatMessage, pathOf } from "./objects";
import { words as replyWords } from "./replies/messages";

const emojis = ["👍", "❤️", "😂", "🎉", "👀", "✅", "🙏", "😮"];

interface MessageActionsProps {
  message: ChatMessage;
  isOwn: boolean;
  onEdit: () => void;
  /** Opens its thread, where it can have one. */
  onReply: (() => void) | undefined;
  /** Marks the chat as unread from it on, where it can be. */
  onUnread: (() => void) | undefined;
}

/** The address under which a message is shown. */
const linkTo = (message: ChatMessage) =>
  `${window.location.origin}${pathOf(message.chat?.id ?? "")}?${new URLSearchParams(placeOf(message)).toString()}`;

async function copyLink(message: ChatMessage): Promise<void> {
  try {
    await navigator.clipboard.writeText(linkTo(message));
    toast.success(findWords.copied);
  } catch {
    toast.error(findWords.copyFailed);
  }
}

/** What can be done with a message: over it, while the pointer or the focus is there. */
export function MessageActions({ message, isOwn, onEdit, onReply, onUnread }: MessageActionsProps) {
  const [asks, setAsks] = useState(false);
  const isSaved = useAtomValue(savedAtom).includes(message.id);
  const trigger =
    "inline-flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12";
  return (
    <>
      <div
        role="toolbar"
        aria-label={words.actions}
        className="-top-[30px] absolute right-0 z-10 flex rounded border bg-raised opacity-0 shadow-small focus-within:opacity-100 group-hover/message:opacity-100 has-[[aria-expanded=true]]:opacity-100"
      >
        <Menu
          label={words.react}
          isIcon
          trigger={<SmilePlus className="size-4" />}
          triggerClassName={trigger}
          sections={[
            {
              items: emojis.map((emoji) => ({
                key: emoji,
                label: emoji,
                onSelect: () => void react(message, emoji),
              })),
            },
          ]}
        />
        {onReply ? (
          <IconButton
            label={replyWords.reply}
            icon={<MessageSquareReply className="size-4" />}
            className="size-7"
            onClick={onReply}
          />
        ) : null}
        <IconButton
          label={message.pinned ? words.unpin : words.pin}
          icon={message.pinned ? <PinOff className="size-4" /> : <Pin className="size-4" />}
          className="size-7"
          onClick={() => void pin(message)}
        />
        <Menu
          label={findWords.actions}
          isIcon
          trigger={<Ellipsis className="size-4" />}
          triggerClassName={trigger}
          placement="bottom-end"
          sections={[
            {
              items: [
                {
                  key: "save",
                  label: isSaved ? findWords.unsave : findWords.save,
                  icon: isSaved ? <BookmarkX /> : <Bookmark />,
                  onSelect: () => void setSaved(message.id, !isSaved),
                },
                ...(onUnread
                  ? [{ key: "unread", label: findWords.markUnread, icon: <MailOpen />, onSelect: onUnread }]
                  : []),
                {
                  key: "link",
                  label: findWords.copyLink,
                  icon: <Link2 />,
                  onSelect: () => void copyLink(message),
                },
              ],
            },
          ]}
        />
        {isOwn ? (
          <>
            <IconButton
              label={words.edit}
              icon={<Pencil className="size-4" />}
              className="size-7"
              onClick={onEdit}
            />
            <IconButton
              label={words.remove}
              icon={<Trash2 className="size-4" />}
              className="size-7"
              onClick={() => setAsks(true)}
            />
          </>
        ) : null}
      </div>
      {asks ? (
        <ConfirmDialog
          title={words.removeTitle}
          text={words.removeText}
          action={words.remove}
          onClose={() => setAsks(false)}
          onConfirm={async () => {
            await deleteMessage(message);
            setAsks(false);
          }}
        />
      ) : null}
    </>
  );
}
