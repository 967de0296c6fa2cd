import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { useId, useState } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { toast } from "@/components/Toaster/toasts";
import { FetchFailed } from "@/feature/FetchFailed";
import { fieldsOf, fieldType } from "@/fields";
import { counted } from "@/lib/plural";
import { t } from "@/messages";
import { nameFieldOf, schemasAtom, useAtomValue } from "@/store";
import { pluralOf } from "../objects";
import { merge, previewOf } from "./api";
import { type Choice, choicesOf, usualOf } from "./choices";
import { nameIn } from "./DuplicateRows";
import { words } from "./messages";
import { failureOf, sayMerged } from "./outcome";

interface MergeSheetProps {
  schema: ObjectSchema;
  /** All records of the merge, the master first. */
  records: readonly WireRecord[];
  onMerged: () => void;
  onUndone: () => void;
  onClose: () => void;
}

interface ChoiceRowProps {
  choice: Choice;
  schema: ObjectSchema;
  records: readonly WireRecord[];
  chosen: string | undefined;
  onChoose: (from: string | undefined) => void;
}

/** A field in which the records differ. */
function ChoiceRow({ choice, schema, records, chosen, onChoose }: ChoiceRowProps) {
  const name = useId();
  const { field, options } = choice;
  const { View } = fieldType(field.kind);
  return (
    <fieldset className="grid gap-1.5 border-n6 border-t py-3 first:border-t-0">
      <legend className="float-left pb-0.5 font-medium text-meta text-n11">{field.title}</legend>
      {options.map(({ from, value }) => (
        <label
          key={from ?? ""}
          className="flex min-w-0 cursor-pointer items-center gap-2.5 rounded border border-n6 px-2.5 py-1.5 has-checked:border-accent has-checked:bg-accent-soft hover:border-n8"
        >
          <input
            type="radio"
            name={name}
            checked={from === chosen}
            onChange={() => onChoose(from)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1 truncate">
            {from === undefined ? words.all : <View field={field} value={value} />}
          </span>
          <span className="max-w-40 truncate text-meta text-n11">
            {from === undefined || field.name === nameFieldOf(schema)
              ? null
              : nameIn(
                  schema,
                  records.find(({ id }) => id === from),
                )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What refers to the merged records, by object. */
function Moves({ moves }: { moves: readonly { object: string; count: number }[] }) {
  const schemas = useAtomValue(schemasAtom) ?? [];
  const most = 1_000;
  if (moves.length === 0) {
    return <p className="text-n11">{words.movesNothing}</p>;
  }
  return (
    <ul className="flex flex-wrap gap-1.5">
      {moves.map(({ object, count }) => {
        const schema = schemas.find((one) => one.api_name === object);
        return (
          <li key={object} className="rounded-sm bg-n4 px-2 py-0.5 text-meta tabular-nums">
            {count >= most
              ? `${most}+ ${schema ? pluralOf(schema).toLowerCase() : object}`
              : counted(
                  count,
                  schema?.title.toLowerCase() ?? object,
                  schema ? pluralOf(schema).toLowerCase() : object,
                )}
          </li>
        );
      })}
    </ul>
  );
}

/** Shows what a merge does, and lets one choose field by field, before it is done. */
export function MergeSheet({ schema, records, onMerged, onUndone, onClose }: MergeSheetProps) {
  const [fields, setFields] = useState<Readonly<Record<string, string | undefined>>>({});
  const [isBusy, setBusy] = useState(false);
  // As they were when the dialog opened: a merge by others' later changes is refused.
  const [shown] = useState(records);
  const [master, ...others] = shown;
  const chosen = {
    object: schema.api_name,
    master: master?.id ?? "",
    selected: others.map(({ id }) => id),
  };
  const preview = useQuery({
    queryKey: ["merge", schema.api_name, ...shown.map(({ id, version }) => `${id} ${version}`)],
    staleTime: 0,
    queryFn: () => previewOf(chosen, {}),
  });
  const choices = choicesOf(fieldsOf(schema), shown);
  const titleOf = (name: string) => schema.properties[name]?.title ?? name;
  const submit = async () => {
    if (isBusy || !preview.data) {
      return;
    }
    setBusy(true);
    const wanted = Object.fromEntries(
      choices.flatMap((choice) => {
        const from = fields[choice.field.name];
        return from === undefined || from === usualOf(choice, chosen.master)
          ? []
          : [[choice.field.name, from]];
      }),
    );
    try {
      const done = await merge(
        chosen,
        wanted,
        Object.fromEntries(shown.map(({ id, version }) => [id, version])),
      );
      sayMerged(schema.api_name, chosen.selected, done.merge, onUndone);
      onMerged();
    } catch (error) {
      toast.error(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      isSheet
      title={words.title(nameIn(schema, master))}
      onClose={onClose}
      onSubmit={() => void submit()}
      isDirty={Object.keys(fields).length > 0}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy} disabled={!preview.data}>
            {words.mergeMany(others.length)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-n11">{choices.length > 0 ? words.lead : words.nothingDiffers}</p>
        {choices.length > 0 ? (
          <div>
            {choices.map((choice) => (
              <ChoiceRow
                key={choice.field.name}
                choice={choice}
                schema={schema}
                records={shown}
                chosen={
                  choice.field.name in fields ? fields[choice.field.name] : usualOf(choice, chosen.master)
                }
                onChoose={(from) => setFields((had) => ({ ...had, [choice.field.name]: from }))}
              />
            ))}
          </div>
        ) : null}
        <section aria-label={words.moves} className="grid gap-2">
          <h3 className="font-medium text-meta text-n11">{words.moves}</h3>
          {preview.error ? (
            <FetchFailed
              title={words.previewFailed}
              error={preview.error}
              onRetry={() => void preview.refetch()}
            />
          ) : preview.data ? (
            <Moves moves={preview.data.moves} />
          ) : (
            <Skeleton className="h-5 w-40" />
          )}
        </section>
        {preview.data && preview.data.kept.length > 0 ? (
          <Banner tone="warning" icon={<Info aria-hidden />}>
            {words.kept(preview.data.kept.map(titleOf).join(", "))}
          </Banner>
        ) : null}
        <p className="text-meta text-n11">{words.others}</p>
      </div>
    </Dialog>
  );
}
