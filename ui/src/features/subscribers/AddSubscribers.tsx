import { useId, useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { Button } from "@/components/Button/Button";
import { Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { toast } from "@/components/Toaster/toasts";
import { holdsText } from "@/lib/fold";
import { colleaguesAtom, identityAtom, useAtomValue } from "@/store";
import { subscribe } from "./actions";
import { kinds, usualOf } from "./kinds";
import { words } from "./messages";
import type { Setting, Subscriber } from "./objects";

interface AddSubscribersProps {
  about: { object: string; id: string };
  subscribers: readonly Subscriber[];
  /** Whether the person may subscribe others. */
  mayAddOthers: boolean;
}

/** Chooses users and their setting. */
export function AddSubscribers({ about, subscribers, mayAddOthers }: AddSubscribersProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const users = (useAtomValue(colleaguesAtom) ?? [])
    .filter(({ id }) => mayAddOthers || id === me)
    .toSorted((left, right) => left.name.localeCompare(right.name));
  const [wanted, setWanted] = useState("");
  const [setting, setSetting] = useState<Setting>(() => usualOf(about.object));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const settingId = useId();
  const problemId = useId();
  const found = users.filter(({ id, name }) => holdsText(name, wanted) || chosen.has(id));

  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) {
      next.add(id);
    }
    setChosen(next);
    setProblem(undefined);
  };

  const add = async () => {
    const picked = users.filter(({ id }) => chosen.has(id));
    if (picked.length === 0) {
      setProblem(words.choose);
      return;
    }
    const already = picked.filter(({ id }) =>
      subscribers.some((one) => one.user?.id === id && one.notification_setting === setting),
    );
    if (already.length > 0) {
      setProblem(words.already(already.map(({ name }) => name).join(", ")));
      return;
    }
    setBusy(true);
    const refused = new Set<string>();
    for (const { id } of picked) {
      if (!(await subscribe(about, id, setting))) {
        refused.add(id);
      }
    }
    setBusy(false);
    setChosen(refused);
    if (refused.size < picked.length) {
      toast.success(words.added(picked.length - refused.size));
    }
  };

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <fieldset className="min-w-0" aria-describedby={problem ? problemId : undefined}>
        <legend className="mb-1 font-medium text-meta text-n11">{words.users}</legend>
        <input
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          className={inputClass}
        />
        <ul className="mt-1.5 max-h-44 overflow-y-auto rounded border">
          {found.map(({ id, name, status }) => (
            <li key={id} className="border-t first:border-t-0">
              <label className="flex h-9 cursor-pointer items-center gap-2.5 px-3 hover:bg-n3">
                <input
                  type="checkbox"
                  checked={chosen.has(id)}
                  onChange={() => toggle(id)}
                  className="size-4 accent-accent"
                />
                <Avatar name={name} size="small" presence={status} />
                <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                {id === me ? <span className="text-meta text-n11">{words.you}</span> : null}
              </label>
            </li>
          ))}
          {found.length === 0 ? <li className="px-3 py-2 text-n11">{words.noUser}</li> : null}
        </ul>
        {problem ? (
          <p id={problemId} role="alert" className="mt-1 text-danger text-meta">
            {problem}
          </p>
        ) : null}
      </fieldset>
      <div className="flex items-start gap-2">
        <Field
          label={words.setting}
          htmlFor={settingId}
          hint={kinds.find((kind) => kind.setting === setting)?.hint}
          className="flex-1"
        >
          <Select
            id={settingId}
            value={setting}
            onChange={({ target }) => setSetting(target.value as Setting)}
          >
            {kinds.map((kind) => (
              <option key={kind.setting}>{kind.setting}</option>
            ))}
          </Select>
        </Field>
        <Button type="submit" tone="primary" isBusy={isBusy} className="mt-[1.375rem]">
          {words.addButton}
        </Button>
      </div>
    </form>
  );
}
