import { carried } from "./carried";
import { words } from "./messages";
import { openPlaceholders } from "./templates";

/** What a phone gets of the text, where that is something else, and what is to be filled in before. */
export function CarriedNote({ text }: { text: string }) {
  const open = openPlaceholders(text);
  const sent = carried(text);
  return (
    <>
      {open.length > 0 ? (
        <p role="status" className="mx-2 mb-1 rounded bg-warning-soft px-2 py-1 text-meta text-warning">
          {words.fillIn(open.join(", "))}
        </p>
      ) : null}
      {sent.trim() === text.trim() ? null : (
        <div className="mx-2 mb-1 rounded bg-n3 px-2 py-1 text-meta">
          <span className="text-n11">{words.sentAs}</span>
          <p dir="auto" className="max-h-24 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            {sent}
          </p>
        </div>
      )}
    </>
  );
}
