import { Hash, Lock } from "lucide-react";
import { Avatar } from "@/components/Avatar/Avatar";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { otherOf } from "./naming";
import type { ChatRecord } from "./objects";

/** The colleague of a direct message with his dot, or the sign of a chat. */
export function ChatFace({ chat }: { chat: ChatRecord }) {
  const me = useAtomValue(identityAtom)?.userId;
  const colleagues = useAtomValue(colleaguesAtom);
  const other = otherOf(chat, me);
  if (other) {
    const status = colleagues?.find((colleague) => colleague.id === other.id)?.status ?? "unknown";
    return <Avatar name={other.name ?? ""} presence={status} />;
  }
  const Icon = chat.private ? Lock : Hash;
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-lg border bg-n2 text-n11">
      <Icon aria-hidden className="size-4" />
    </span>
  );
}
