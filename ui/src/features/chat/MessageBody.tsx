import { CornerDownRight } from "lucide-react";
import { useMemo } from "react";
import { MessageText } from "@/components/Bubble/MessageText";
import { part } from "@/feature";
import { identityAtom, useAtomValue } from "@/store";
import { here } from "./mentions";
import type { ChatMessage } from "./objects";
import { words } from "./replies/messages";

interface TextProps {
  text: string;
  names: readonly string[];
  mine: string;
}

const AsTyped = ({ text }: TextProps) => (
  <span className="whitespace-pre-wrap">
    <MessageText text={text} />
  </span>
);

/** Until the reader of Markdown is there, and where it can't be loaded, a message stands as it was typed. */
const ChatText = part<TextProps>(() => import("./ChatText").then((file) => file.ChatText), AsTyped, AsTyped);

interface MessageBodyProps {
  message: ChatMessage;
  /** Opens the thread that it is a reply in, where it is shown outside of it. */
  onThread: (() => void) | undefined;
}

/** What a message says. */
export function MessageBody({ message, onThread }: MessageBodyProps) {
  const identity = useAtomValue(identityAtom);
  const { mentions, mentions_here: isHere } = message;
  const names = useMemo(
    () => [...(mentions ?? []).map(({ name }) => name ?? ""), ...(isHere === true ? [here] : [])],
    [mentions, isHere],
  );
  return (
    <>
      {onThread ? (
        <button
          type="button"
          onClick={onThread}
          className="flex items-center gap-1 text-meta text-n11 hover:underline"
        >
          <CornerDownRight aria-hidden className="size-3.5" />
          {words.inThread}
        </button>
      ) : null}
      {message.body ? <ChatText text={message.body} names={names} mine={identity?.user.name ?? ""} /> : null}
    </>
  );
}
