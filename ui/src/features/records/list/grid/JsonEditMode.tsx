import { useEffect, useMemo, useRef, useState } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { writeJson } from "@/lib/exact";
import { peek } from "@/store";
import { useScrollPlace } from "../place";
import { readPage } from "./jsonEdit";
import { words } from "./messages";
import type { GridDrafts } from "./useDrafts";

interface JsonEditModeProps {
  schema: ObjectSchema;
  ids: readonly string[];
  drafts: GridDrafts;
}

const pause = 300;

const textOf = (records: readonly WireRecord[]) => {
  const text = writeJson(records);
  try {
    // Whole numbers beyond 2^53 would lose digits in a parse.
    return /\d{16,}/.test(text) ? text : JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** The records of the page as JSON to edit, checked against the schema as one types. */
export function JsonEditMode({ schema, ids, drafts }: JsonEditModeProps) {
  const object = schema.api_name;
  const [records] = useState(
    () => new Map(ids.flatMap((id) => peek(object, id)?.record ?? []).map((one) => [one.id, one])),
  );
  const first = useMemo(() => textOf([...records.values()]), [records]);
  const [text, setText] = useState(first);
  const scroller = useScrollPlace(1);
  const { fault, setFault, replace } = drafts;
  const tell = useRef({ setFault, replace });
  tell.current = { setFault, replace };

  useEffect(() => {
    if (text === first) {
      return;
    }
    const timer = setTimeout(() => {
      const read = readPage(text, { schema, records });
      tell.current.setFault("fault" in read ? read.fault : undefined);
      if ("edits" in read) {
        tell.current.replace(read.edits);
      }
    }, pause);
    return () => clearTimeout(timer);
  }, [text, first, schema, records]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {fault ? (
        <p
          id="json-fault"
          role="alert"
          className="border-b bg-danger-soft px-5 py-2 text-danger text-meta max-sm:px-4"
        >
          {fault}
        </p>
      ) : null}
      <textarea
        ref={scroller}
        aria-label={words.json}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? "json-fault" : undefined}
        value={text}
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        className="min-h-0 flex-1 resize-none bg-surface px-5 py-4 font-mono text-meta leading-5 outline-none focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-2 max-sm:px-4"
      />
    </div>
  );
}
