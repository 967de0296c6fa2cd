import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiError, carryOut, listRecords, type WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { Tick } from "@/components/Tick/Tick";
import { serverTime } from "@/lib/serverTime";
import type { ApiKey } from "./keys";
import { type End, words } from "./messages";
import { Secret } from "./Secret";
import { endOf } from "./when";

interface NewKeyDialogProps {
  onMade: () => void;
  onClose: () => void;
}

interface SetsProps {
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}

/** What the key may do: any of the organization's permission sets. */
function Sets({ chosen, onChosen }: SetsProps) {
  const { data, error } = useQuery({
    queryKey: ["permission sets"],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await listRecords<WireRecord & { name: string }>(
          "permission",
          { limit: 1_000, order: "name" },
          signal,
        )
      ).rows,
  });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) {
      next.add(id);
    }
    onChosen(next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="font-medium text-meta text-n11">{words.sets}</legend>
      <div className="h-44 overflow-y-auto rounded border border-n7 bg-surface py-1 shadow-small">
        {error ? (
          <p role="alert" className="px-2.5 py-1.5 text-danger">
            {words.setsFailed}
          </p>
        ) : data ? (
          data.map(({ id, name }) => (
            <label
              key={id}
              htmlFor={`set-${id}`}
              className="flex h-8 cursor-pointer items-center gap-2.5 px-2.5 hover:bg-n3"
            >
              <Tick id={`set-${id}`} label={name} isOn={chosen.has(id)} onChange={() => toggle(id)} />
              <bdi className="truncate">{name}</bdi>
            </label>
          ))
        ) : (
          <span className="flex flex-col gap-3 px-2.5 py-2">
            <Skeleton className="h-3 w-1/2" />
            <Skeleton className="h-3 w-2/5" />
          </span>
        )}
        {data?.length === 0 ? <p className="px-2.5 py-1.5 text-n11">{words.noSetsYet}</p> : null}
      </div>
      <p className="text-meta text-n11">{words.setsHint}</p>
    </fieldset>
  );
}

/** Makes a key, and shows its secret once. */
export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const [name, setName] = useState("");
  const [sets, setSets] = useState<ReadonlySet<string>>(new Set());
  const [end, setEnd] = useState<End>("never");
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<ApiKey>();
  const id = useId();

  const submit = async () => {
    setWrong(name.trim() === "" ? words.nameRequired : undefined);
    setProblem(undefined);
    if (name.trim() === "" || isBusy) {
      document.getElementById(`${id}-name`)?.focus();
      return;
    }
    setBusy(true);
    const expires = endOf(end, serverTime.now());
    try {
      setMade(
        await carryOut("POST /api_key", {
          name: name.trim(),
          permissions: [...sets],
          ...(expires && { expires }),
        }),
      );
      onMade();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const [first] = error.errors.name ?? [];
      setWrong(first);
      setProblem(first ? undefined : error.message);
    }
    setBusy(false);
  };

  if (made) {
    return <Secret made={made} onClose={onClose} />;
  }
  return (
    <Dialog
      title={words.newTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {isBusy ? words.making : words.make}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <Field label={words.name} htmlFor={`${id}-name`} hint={words.nameHint} error={wrong} isRequired>
          <input
            id={`${id}-name`}
            type="text"
            autoComplete="off"
            maxLength={100}
            aria-required
            aria-invalid={wrong !== undefined}
            aria-describedby={wrong ? errorId(`${id}-name`) : undefined}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className={inputClass}
          />
        </Field>
        <Sets chosen={sets} onChosen={setSets} />
        <Field label={words.expires} htmlFor={`${id}-end`}>
          <Select id={`${id}-end`} value={end} onChange={(event) => setEnd(event.target.value as End)}>
            {Object.entries(words.ends).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Dialog>
  );
}
