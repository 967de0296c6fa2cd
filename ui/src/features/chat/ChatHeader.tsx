import { Link } from "@tanstack/react-router";
import { ArrowLeft, Bell, BellOff, Info, Pin } from "lucide-react";
import { useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PresenceDot } from "@/components/PresenceDot/PresenceDot";
import { RecordTools } from "@/feature/RecordTools";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { ChatFace } from "./ChatFace";
import { PinsDialog } from "./find/MessagesDialog";
import { words as findWords } from "./find/messages";
import { setMuted } from "./find/saved";
import { words } from "./messages";
import { mutedAtom } from "./muted";
import { chatName } from "./naming";
import type { ChatRecord } from "./objects";
import { home, object } from "./objects";

const most = 5;

function Members({ chat }: { chat: ChatRecord }) {
  const colleagues = useAtomValue(colleaguesAtom) ?? [];
  const members = chat.members ?? [];
  const names = members
    .map((member) => member.name)
    .filter(Boolean)
    .join(", ");
  return (
    <div
      role="img"
      aria-label={`${words.memberCount(members.length)}: ${names}`}
      data-tip={names}
      className="flex items-center gap-1 max-sm:hidden"
    >
      {members.slice(0, most).map((member) => {
        const status = colleagues.find((colleague) => colleague.id === member.id)?.status ?? "unknown";
        return (
          <span key={member.id} className="relative">
            <Avatar name={member.name ?? ""} size="small" />
            <PresenceDot
              status={status}
              className="-right-0.5 -bottom-0.5 absolute size-2 ring-2 ring-surface"
            />
          </span>
        );
      })}
      {members.length > most ? (
        <span className="ml-1.5 text-meta text-n11">+{members.length - most}</span>
      ) : null}
    </div>
  );
}

const kindOf = (chat: ChatRecord) =>
  chat.direct ? words.direct : words.memberCount(chat.members?.length ?? 0);

/** The chat's name, its topic, and who is in it. */
export function ChatHeader({ chat }: { chat: ChatRecord }) {
  const me = useAtomValue(identityAtom)?.userId;
  const isMuted = useAtomValue(mutedAtom)[chat.id] === true;
  const [hasPins, setPins] = useState(false);
  return (
    <PageHeader
      isRecord
      before={
        <>
          <Link to={home} aria-label={words.back} className="rounded p-1.5 text-n11 hover:bg-n4 md:hidden">
            <ArrowLeft aria-hidden className="size-4" />
          </Link>
          <ChatFace chat={chat} />
        </>
      }
      title={<bdi>{chatName(chat, me)}</bdi>}
      lead={chat.topic ? <bdi>{chat.topic}</bdi> : kindOf(chat)}
      actions={
        <>
          {chat.direct ? null : <Members chat={chat} />}
          <IconButton
            label={findWords.pins}
            icon={<Pin className="size-4" />}
            onClick={() => setPins(true)}
          />
          <IconButton
            label={isMuted ? findWords.unmute : findWords.mute}
            icon={isMuted ? <BellOff className="size-4" /> : <Bell className="size-4" />}
            aria-pressed={isMuted}
            onClick={() => void setMuted(chat.id, !isMuted)}
          />
          <RecordTools object={object} id={chat.id} />
          {hasPins ? <PinsDialog chat={chat.id} onClose={() => setPins(false)} /> : null}
          <Link
            to="/view/$object/record/$id/standard"
            params={{ object, id: chat.id }}
            aria-label={words.details}
            data-tip={words.details}
            className="inline-flex size-8 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
          >
            <Info aria-hidden className="size-4" />
          </Link>
        </>
      }
    />
  );
}
