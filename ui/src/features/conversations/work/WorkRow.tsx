import { useAtomValue, useRecord } from "@/store";
import { Entry } from "../entries";
import { conversationName } from "../naming";
import { type ConversationRecord, object } from "../objects";
import { words } from "./messages";
import { RowMenu } from "./RowMenu";
import { pick, pickedAtom } from "./work";

interface WorkRowProps {
  id: string;
  isCurrent: boolean;
  /** Called when something was done with it. */
  onDone: () => void;
}

/** One conversation of the list, with what can be done with it. */
export function WorkRow({ id, isCurrent, onDone }: WorkRowProps) {
  const conversation = useRecord<ConversationRecord>(object, id);
  const picked = useAtomValue(pickedAtom);
  const isPicking = picked.size > 0;
  if (!conversation) {
    return null;
  }
  return (
    <div className="group relative flex items-center gap-1">
      {isPicking ? (
        <input
          type="checkbox"
          aria-label={words.selectRow(conversationName(conversation))}
          checked={picked.has(id)}
          onChange={() => pick(id)}
          className="ml-1 size-4 shrink-0 accent-accent"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <Entry id={id} isCurrent={isCurrent} />
      </div>
      {isPicking ? null : (
        // A finger has no hover: there the thread's toolbar does the same.
        <div className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 opacity-0 focus-within:pointer-events-auto group-hover:pointer-events-auto has-[[aria-expanded=true]]:pointer-events-auto [@media(hover:none)]:hidden focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100">
          <RowMenu conversation={conversation} onDone={onDone} />
        </div>
      )}
    </div>
  );
}
