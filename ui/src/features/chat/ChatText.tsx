import { useCallback } from "react";
import { MessageText } from "@/components/Bubble/MessageText";
import { RichText } from "@/fields/rich-text/RichText";
import { mentionPieces } from "./mentions";

interface ChatTextProps {
  text: string;
  /** The names that are mentioned in it. */
  names: readonly string[];
  /** My own name, which stands out. */
  mine: string;
}

/** A chat message as people read it: Markdown, with links and mentions. */
export function ChatText({ text, names, mine }: ChatTextProps) {
  const words = useCallback(
    (piece: string) => {
      let at = 0;
      return mentionPieces(piece, names).map(({ text: part, isMention }) => {
        const key = at;
        at += part.length;
        return isMention ? (
          <mark
            key={key}
            className={
              part === `@${mine}` || part === "@here"
                ? "rounded-sm bg-warning-soft px-0.5 font-medium text-warning"
                : "rounded-sm bg-info-soft px-0.5 font-medium text-info"
            }
          >
            {part}
          </mark>
        ) : (
          <MessageText key={key} text={part} />
        );
      });
    },
    [names, mine],
  );
  return <RichText text={text} words={words} />;
}
