import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useId } from "react";
import { detailOf, type ObjectSchema } from "@/api";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { RecordLink } from "@/fields/lookup/RecordLink";
import { useAtomValue } from "@/store";
import { type Asked, type Explanation, explain } from "./api";
import { words } from "./messages";
import { setObject } from "./objects";
import { rightFields } from "./rights";
import { rightsChangeAtom } from "./state";

interface ExplainedProps {
  user: string;
  name: string;
  schema: ObjectSchema;
  asked: Asked;
  onAsk: (asked: Asked) => void;
}

function Reasons({ explanation }: { explanation: Explanation }) {
  return (
    <ul className="flex flex-col gap-1.5 pt-2">
      {explanation.because.map(({ gives, text, permission }) => (
        <li key={text} className="flex items-start gap-2">
          {gives ? (
            <Check role="img" aria-label={words.gives} className="mt-0.5 size-4 shrink-0 text-success" />
          ) : (
            <X aria-label={words.givesNot} className="mt-0.5 size-4 shrink-0 text-n10" />
          )}
          <span className="min-w-0">
            {text}{" "}
            {permission === undefined ? null : (
              <RecordLink
                object={setObject}
                reference={{ id: permission, name: words.openSet }}
                className="whitespace-nowrap"
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Why a person holds a right, or does not, in the server's sentences. */
export function Explained({ user, name, schema, asked, onAsk }: ExplainedProps) {
  const id = useId();
  const changes = useAtomValue(rightsChangeAtom);
  const { data, error } = useQuery({
    queryKey: ["explained", user, asked, changes],
    staleTime: 0,
    queryFn: ({ signal }) => explain(user, asked, signal),
  });
  const field = asked.field === "" ? undefined : schema.properties[asked.field]?.title;
  const what = words.whatOf(words.verb[asked.right], schema.plural ?? schema.title, field);
  return (
    <section aria-live="polite" aria-labelledby={id} className="rounded border border-n6 bg-n2 p-4">
      <div className="flex items-end justify-between gap-4 @max-md:flex-col @max-md:items-stretch">
        <h3 id={id} className="min-w-0 font-semibold">
          {data ? (data.allowed ? words.may(name, what) : words.mayNot(name, what)) : words.asking(what)}
        </h3>
        {asked.right === "delete" ? null : (
          <Field label={words.field} htmlFor={`${id}-field`} className="w-56 @max-md:w-full">
            <Select
              id={`${id}-field`}
              value={asked.field}
              onChange={(event) => onAsk({ ...asked, field: event.target.value })}
            >
              <option value="">{words.wholeRecord}</option>
              {rightFields(schema).map((one) => (
                <option key={one} value={one}>
                  {schema.properties[one]?.title ?? one}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {data ? (
        <Reasons explanation={data} />
      ) : error ? (
        <p className="pt-2 text-danger">{detailOf(error)}</p>
      ) : (
        <Skeleton className="mt-3 h-3 w-2/3" />
      )}
    </section>
  );
}
