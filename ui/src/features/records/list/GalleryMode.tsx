import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { useFacts } from "@/feature";
import { type FieldSpec, fieldsOf, isEmpty } from "@/fields";
import { imageOf, isOurs } from "@/fields/image/value";
import { useSettled } from "@/lib/useSettled";
import { t } from "@/messages";
import { useRecord } from "@/store";
import type { ModeProps } from "./Modes";
import { words } from "./messages";
import { useScrollPlace } from "./place";
import { FieldCell, useTint } from "./Row";

/** A card shows as many fields as one reads at a glance. */
const mostFields = 6;

interface CardProps {
  object: string;
  id: string;
  nameField: string;
  image: FieldSpec | undefined;
  fields: readonly FieldSpec[];
  tint: number | undefined;
}

/** The picture of a record; its initials where it has none that can be shown. */
function Face({ name, image }: { name: string; image: unknown }) {
  const { url, alt_text: alt } = imageOf(image);
  const [broken, setBroken] = useState<string>();
  // Pictures of other servers are not loaded: these would learn who looks at what.
  return url && isOurs(url) && broken !== url ? (
    <img
      src={url}
      alt={alt ?? ""}
      loading="lazy"
      onError={() => setBroken(url)}
      className="size-11 shrink-0 rounded object-cover"
    />
  ) : (
    <Avatar name={name} size="large" />
  );
}

function Card({ object, id, nameField, image, fields, tint }: CardProps) {
  const ref = useTint<HTMLLIElement>(tint);
  const record = useRecord(object, id);
  const hasFaces = useFacts(object).some((one) => one.hasFace) || image !== undefined;
  if (!record) {
    return null;
  }
  const name = String(record[nameField] || t.records.noValue);
  const shown = fields.filter((field) => !isEmpty(record[field.name])).slice(0, mostFields);
  return (
    <li
      ref={ref}
      className="relative flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4 shadow-small focus-within:border-n8 hover:border-n8"
    >
      <div className="flex min-w-0 items-center gap-3">
        {hasFaces ? <Face name={name} image={image && record[image.name]} /> : null}
        <Link
          to="/view/$object/record/$id/standard"
          params={{ object, id }}
          dir="auto"
          // The link covers the whole card.
          className="line-clamp-2 min-w-0 flex-1 text-left font-semibold outline-none [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
      </div>
      {shown.length > 0 ? (
        <dl className="grid grid-cols-[minmax(4.5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-1">
          {shown.map((field) => (
            <div key={field.name} className="contents">
              <dt className="max-w-28 truncate text-meta text-n11 leading-5">{field.title}</dt>
              <dd className="flex min-w-0 items-center [&>*]:min-w-0 [&>*]:truncate">
                <FieldCell field={field} record={record} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}

/** The records as cards: picture, name and the chosen fields. Under the pointer they keep their places. */
export function GalleryMode({ schema, nameField, columns, ids: current, tints, onTop, onEnd }: ModeProps) {
  const { ids, hold } = useSettled(current);
  const scroller = useScrollPlace(ids.length, { onTop, onEnd });
  const image = useMemo(() => fieldsOf(schema).find(({ kind }) => kind === "image"), [schema]);
  const fields = useMemo(
    () => columns.filter(({ name }) => name !== nameField && name !== image?.name),
    [columns, nameField, image],
  );
  return (
    <section
      ref={scroller}
      aria-label={words.gallery}
      className="min-h-0 flex-1 overflow-y-auto bg-n2 p-5 max-sm:p-4"
    >
      <h2 className="mb-4 font-semibold">{words.gallery}</h2>
      <ul {...hold} className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4">
        {ids.map((id) => (
          <Card
            key={id}
            object={schema.api_name}
            id={id}
            nameField={nameField}
            image={image}
            fields={fields}
            tint={tints[id]}
          />
        ))}
      </ul>
    </section>
  );
}
