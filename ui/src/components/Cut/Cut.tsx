import { type ReactNode, useState } from "react";
import { cn } from "@/lib/cn";
import { cut } from "./cut";
import { words } from "./messages";

interface CutProps {
  text: string;
  /** How many characters are shown until somebody asks for all. */
  most: number;
  /** Draws what is shown. */
  children?: (shown: string) => ReactNode;
  className?: string;
}

/** A text that begins here, with the whole of it on demand. */
export function Cut({ text, most, children = (shown) => shown, className }: CutProps) {
  const [isWhole, setWhole] = useState(false);
  const short = cut(text, most);
  const isCut = short !== text;
  return (
    <p dir="auto" className={cn("mt-0.5 whitespace-pre-wrap [overflow-wrap:anywhere]", className)}>
      {children(isWhole ? text : short)}
      {isCut ? (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="ml-1.5 whitespace-nowrap rounded-sm text-accent-text text-meta hover:underline"
        >
          {isWhole ? words.less : words.whole}
        </button>
      ) : null}
    </p>
  );
}
