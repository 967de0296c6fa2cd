import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { api, detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import type { ListToolProps } from "@/feature";
import { fieldsOf, fieldType } from "@/fields";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import { words } from "./messages";

type Format = keyof typeof words.formats;
type Scope = "selected" | "found" | "all";

/** Says which records are exported, of which columns, into what. */
export function ExportSheet(props: ListToolProps & { onClose: () => void }) {
  const { schema, selected, where, search, total, onClose } = props;
  const id = useId();
  const navigate = useNavigate();
  const plural = schema.plural ?? schema.title;
  const isNarrowed = (where?.rows.length ?? 0) > 0 || where?.query !== undefined || search !== "";
  const fields = fieldsOf(schema).filter(({ kind }) => !fieldType(kind).isSecret);
  const shown = [nameFieldOf(schema), ...props.columns].filter(
    (name, place, all) => all.indexOf(name) === place && fields.some((field) => field.name === name),
  );
  const [scope, setScope] = useState<Scope>(selected.length > 0 ? "selected" : "found");
  const [format, setFormat] = useState<Format>("csv");
  const [chosen, setChosen] = useState<readonly string[]>(shown);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const narrowing = () => {
    if (scope === "selected") {
      return { ids: [...selected] };
    }
    if (scope === "all" || !isNarrowed) {
      return {};
    }
    return where?.query === undefined
      ? { filter: where?.rows ?? [], comparison: where?.isAny ? "OR" : "AND", search }
      : { query: where.query };
  };
  const submit = async () => {
    if (chosen.length === 0) {
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const what = narrowing();
      const { data } = await api.post<{ id: string }>(`/v1/export/${schema.api_name}`, {
        format,
        // What a query answers has columns of its own.
        ...("query" in what ? {} : { fields: chosen }),
        ...what,
      });
      await navigate({ href: `/exports/${data.id}` });
    } catch (error) {
      setProblem(detailOf(error));
      setBusy(false);
    }
  };
  const toggle = (name: string, isOn: boolean) =>
    setChosen(
      fields.map((field) => field.name).filter((one) => (one === name ? isOn : chosen.includes(one))),
    );
  return (
    <Dialog
      isSheet
      isPassing
      title={words.title(plural)}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy} disabled={chosen.length === 0}>
            {words.start}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <Field label={words.which} htmlFor={`${id}-scope`}>
          <Select
            id={`${id}-scope`}
            value={scope}
            onChange={(event) => setScope(event.target.value as Scope)}
          >
            {selected.length > 0 ? <option value="selected">{words.selected(selected.length)}</option> : null}
            <option value="found">{words.found(total)}</option>
            {isNarrowed ? <option value="all">{words.all(plural)}</option> : null}
          </Select>
        </Field>
        <Field label={words.format} htmlFor={`${id}-format`} hint={words.formatHints[format]}>
          <Select
            id={`${id}-format`}
            value={format}
            onChange={(event) => setFormat(event.target.value as Format)}
          >
            {(Object.keys(words.formats) as Format[]).map((one) => (
              <option key={one} value={one}>
                {words.formats[one]}
              </option>
            ))}
          </Select>
        </Field>
        <fieldset>
          <legend className="mb-1 flex w-full items-center gap-1 font-medium text-meta text-n11">
            <span className="flex-1">
              {words.columns} ({chosen.length})
            </span>
            <Button size="small" tone="ghost" onClick={() => setChosen(shown)}>
              {words.shown}
            </Button>
            <Button size="small" tone="ghost" onClick={() => setChosen(fields.map(({ name }) => name))}>
              {words.every}
            </Button>
          </legend>
          <ul className="grid gap-x-4 rounded border p-2 sm:grid-cols-2">
            {fields.map(({ name, title }) => (
              <li key={name} className="min-w-0">
                <label className="flex h-8 items-center gap-2 rounded px-1.5 hover:bg-n3">
                  <input
                    type="checkbox"
                    checked={chosen.includes(name)}
                    onChange={(event) => toggle(name, event.target.checked)}
                    className="size-4 shrink-0 accent-accent"
                  />
                  <span className="truncate">{title}</span>
                </label>
              </li>
            ))}
          </ul>
          {chosen.length === 0 ? (
            <p role="alert" className="mt-1 text-danger text-meta">
              {words.chooseColumn}
            </p>
          ) : null}
        </fieldset>
        <p className="text-meta text-n11">{words.private}</p>
      </div>
    </Dialog>
  );
}
