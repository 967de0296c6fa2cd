import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getRecord, type ObjectSchema, type Reference } from "@/api";
import type { News } from "@/api/feed";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { fieldsOf } from "@/fields";
import { RecordLink } from "@/fields/lookup/RecordLink";
import { clockTime, exactTime, parseTime } from "@/lib/time";
import { useZone } from "@/lib/zone";
import { t } from "@/messages";
import { identityAtom, keep, rightsFor, sessionAtom, useAtomValue, useRecord } from "@/store";
import { words } from "./messages";
import { threadOf } from "./news";
import { undo } from "./undo";

/** The record that a change is of. One that is held nowhere was announced without its name, and is read once. */
function useSubject({ object, record: told }: News) {
  const held = useRecord(object, told.id);
  const isUnknown = told.name === undefined && held === undefined && threadOf[object] === undefined;
  useQuery({
    queryKey: ["feed", "record", object, told.id],
    enabled: isUnknown,
    queryFn: async ({ signal }) => {
      const record = await getRecord(object, told.id, signal);
      keep(object, [record]);
      return record.version;
    },
  });
  return held;
}

function nameOfActor({ by, object }: News): string {
  const who = by.modified_by;
  if (who === null) {
    return threadOf[object] ? words.outside : words.system;
  }
  return who?.name ?? t.records.someone;
}

/** The fields of a change that the reader may change back. */
const editable = ({ fields = [] }: News, schema: ObjectSchema): string[] =>
  fieldsOf(schema).flatMap(({ name, isEditable }) => (isEditable && fields.includes(name) ? name : []));

/** One change: who did what with which record, and when. */
export function Entry({
  news,
  schema,
  titles,
}: {
  news: News;
  schema: ObjectSchema | undefined;
  titles: readonly string[];
}) {
  const { object, op, record: told, version } = news;
  const held = useSubject(news);
  const by =
    news.by.modified_by === undefined && held?.version === version
      ? (held.modified_by as Reference | null | undefined)
      : news.by.modified_by;
  const name = nameOfActor(by === undefined ? news : { ...news, by: { modified_by: by } });
  const thread = threadOf[object];
  const subject = thread ? (told[thread.field] as Reference | null | undefined) : told;
  const heldName = thread ? undefined : (held?.name as string | null | undefined);
  const label = heldName ?? subject?.name ?? words.thread(object);
  const me = useAtomValue(sessionAtom)?.userId;
  const { update } = rightsFor(useAtomValue(identityAtom), object);
  const fields = schema ? editable(news, schema) : [];
  // A record of an actor and one without history can't be put back.
  const canUndo =
    op === "updated" &&
    by?.id !== undefined &&
    by?.id === me &&
    update &&
    fields.length > 0 &&
    schema?.live !== true &&
    schema?.track_history !== false;
  const [isUndoing, setUndoing] = useState(false);
  useZone();
  const date = parseTime(news.at);
  return (
    <li className="flex gap-3 border-n6 border-t px-4 py-3 first:border-t-0">
      <Avatar name={name} size="small" className="mt-0.5" />
      <p className="wrap-anywhere min-w-0 flex-1">
        <span className="font-medium">{name} </span>
        <span className="text-n11">
          {thread
            ? words.wrote(object)
            : `${op === "created" ? words.made : words.changed(titles)} ${schema?.title.toLowerCase() ?? object}`}{" "}
          {subject ? (
            <RecordLink
              object={thread?.object ?? object}
              reference={label ? { id: subject.id, name: label } : { id: subject.id }}
              className="underline"
            />
          ) : (
            words.thread(object)
          )}
        </span>
      </p>
      {canUndo && schema ? (
        <Button
          size="small"
          tone="ghost"
          isBusy={isUndoing}
          className="-my-1"
          aria-label={words.undoChange(titles, label ?? object)}
          onClick={() => {
            setUndoing(true);
            void undo(news, schema, fields).finally(() => setUndoing(false));
          }}
        >
          {words.undo}
        </Button>
      ) : null}
      {date ? (
        <time
          dateTime={date.toISOString()}
          title={exactTime(date)}
          className="mt-0.5 whitespace-nowrap text-meta text-n11"
        >
          {clockTime(date)}
        </time>
      ) : null}
    </li>
  );
}
