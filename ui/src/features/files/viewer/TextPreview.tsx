import { words } from "../messages";
import { useText } from "./useText";

/** Text as it is written: what looks like a page or a picture is no more than its source. */
export function TextPreview({ content, isCut }: { content: Blob; isCut: boolean }) {
  const text = useText(content);
  return text === undefined ? null : (
    <div className="flex h-full flex-col gap-2">
      {isCut ? <p className="text-meta text-n11">{words.cut}</p> : null}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto whitespace-pre-wrap break-words rounded border bg-n2 p-3 font-mono text-meta"
      >
        {text}
      </pre>
    </div>
  );
}
