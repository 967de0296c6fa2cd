import { memo } from "react";
import { piecesOf } from "./links";

/** What somebody wrote, with live links; each of its lines runs in its own direction. */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.href ? (
      // The page behind it learns nothing of ours, and gets no hold of it.
      <a
        key={key}
        href={piece.href}
        target={/^https?:/i.test(piece.href) ? "_blank" : undefined}
        rel="noopener noreferrer nofollow"
        className="rounded-sm text-accent-text underline underline-offset-2"
      >
        {piece.text}
      </a>
    ) : (
      piece.text
    );
  });
});
