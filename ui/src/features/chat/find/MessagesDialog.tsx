import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bookmark, Pin } from "lucide-react";
import type { ReactNode } from "react";
import { detailOf, type Filter, listRecords } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { PageState } from "@/components/PageState/PageState";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Time } from "@/components/Time/Time";
import { t } from "@/messages";
import { keep, useAtomValue, useRecord } from "@/store";
import { listView } from "@/thread/listView";
import { pin } from "../amending";
import { MessageBody } from "../MessageBody";
import { type ChatMessage, messages, pathOf } from "../objects";
import { words } from "./messages";
import { placeOf } from "./place";
import { savedAtom, setSaved } from "./saved";

const most = 100;

interface RowProps {
  id: string;
  /** Whether it still belongs in the list. */
  isIn: (message: ChatMessage) => boolean;
  action: string;
  onAction: (message: ChatMessage) => void;
  onShow: () => void;
}

function Row({ id, isIn, action, onAction, onShow }: RowProps) {
  const message = useRecord<ChatMessage>(messages, id);
  if (!(message && isIn(message))) {
    return null;
  }
  const author = message.user?.name ?? t.records.someone;
  return (
    <li className="flex gap-2.5 border-b py-3 last:border-b-0">
      <Avatar name={author} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <bdi className="truncate font-medium">{author}</bdi>
          <span className="min-w-0 flex-1 truncate text-meta text-n11">
            <bdi>{message.chat?.name}</bdi> · <Time at={message.created_date} form="listed" />
          </span>
        </p>
        <div className="wrap-anywhere max-h-40 overflow-y-auto">
          <MessageBody message={message} onThread={undefined} />
          {(message.media ?? []).map(({ filename, file }) => (
            <p key={file} className="text-n11">
              {filename}
            </p>
          ))}
        </div>
        <p className="flex gap-2 pt-1.5">
          <Link
            to={pathOf(message.chat?.id ?? "")}
            search={((raw: Record<string, unknown>) => ({ ...listView(raw), ...placeOf(message) })) as never}
            onClick={onShow}
            className="inline-flex h-7 items-center rounded border px-2.5 font-medium hover:bg-n3"
          >
            {words.show}
          </Link>
          <Button size="small" onClick={() => onAction(message)}>
            {action}
          </Button>
        </p>
      </div>
    </li>
  );
}

interface MessagesDialogProps extends Omit<RowProps, "id" | "onShow"> {
  title: string;
  /** Names what is asked for. */
  name: string;
  filter: readonly Filter[] | undefined;
  emptyState: ReactNode;
  onClose: () => void;
}

function MessagesDialog({ title, name, filter, emptyState, onClose, ...row }: MessagesDialogProps) {
  const list = useQuery({
    queryKey: ["messages", name],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      if (!filter) {
        return [];
      }
      const { rows } = await listRecords<ChatMessage>(messages, {
        limit: most,
        order: "-created_date",
        filter,
        isUncounted: true,
      });
      keep(messages, rows);
      return rows.map(({ id }) => id);
    },
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isPassing
      className="max-h-[calc(100dvh-2rem)] max-w-xl"
      footer={<Button onClick={onClose}>{t.frame.close}</Button>}
    >
      {list.error ? (
        <PageState
          role="alert"
          icon={<Pin />}
          title={words.listFailed}
          text={detailOf(list.error)}
          action={<Button onClick={() => void list.refetch()}>{t.frame.retry}</Button>}
        />
      ) : list.data ? (
        <>
          <ul className="peer">
            {list.data.map((id) => (
              <Row key={id} id={id} onShow={onClose} {...row} />
            ))}
          </ul>
          <div className="peer-[:not(:empty)]:hidden">{emptyState}</div>
        </>
      ) : (
        <SkeletonRows count={3} label={t.frame.loading} />
      )}
    </Dialog>
  );
}

/** What is pinned in a chat. */
export function PinsDialog({ chat, onClose }: { chat: string; onClose: () => void }) {
  return (
    <MessagesDialog
      title={words.pins}
      name={`pins ${chat}`}
      filter={[
        { field: "chat", operator: "=", value: chat },
        { field: "pinned", operator: "=", value: true },
      ]}
      isIn={({ pinned }) => pinned === true}
      action={words.unpin}
      onAction={(message) => void pin(message)}
      emptyState={<PageState icon={<Pin />} title={words.noPins} text={words.noPinsHint} />}
      onClose={onClose}
    />
  );
}

/** What I saved, of all chats. */
export function SavedDialog({ onClose }: { onClose: () => void }) {
  const saved = useAtomValue(savedAtom);
  return (
    <MessagesDialog
      title={words.saved}
      name={`saved ${saved.length}`}
      filter={saved.length > 0 ? [{ field: "id", operator: "IN", value: saved }] : undefined}
      isIn={({ id }) => saved.includes(id)}
      action={words.unsave}
      onAction={({ id }) => void setSaved(id, false)}
      emptyState={<PageState icon={<Bookmark />} title={words.noSaved} text={words.noSavedHint} />}
      onClose={onClose}
    />
  );
}
