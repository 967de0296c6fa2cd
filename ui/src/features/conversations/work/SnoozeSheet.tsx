import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field, inputClass } from "@/components/Field/Field";
import { listedTime } from "@/lib/time";
import { browserZone, useZone } from "@/lib/zone";
import { t } from "@/messages";
import { momentIn } from "../compose/zones";
import { words } from "./messages";
import { firstLocal, presetsIn } from "./presets";
import { snooze } from "./work";

const year = 366 * 86_400_000;

/** Until when conversations are snoozed, by the reader's clock. */
export function SnoozeSheet({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const zone = useZone() ?? browserZone();
  const id = useId();
  const [now] = useState(() => new Date());
  const [local, setLocal] = useState(() => firstLocal(zone, now));
  const [problem, setProblem] = useState<string>();
  const until = (at: Date) => {
    onClose();
    void snooze(ids, at);
  };
  const choose = () => {
    const at = momentIn(zone, local);
    if (!at || at.getTime() <= Date.now()) {
      setProblem(words.inFuture);
    } else if (at.getTime() > Date.now() + year) {
      setProblem(words.within);
    } else {
      until(at);
    }
  };
  return (
    <Dialog
      title={words.snoozeTitle(ids.length)}
      onClose={onClose}
      isPassing
      onSubmit={choose}
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button tone="primary" type="submit">
            {words.snooze}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-n11">{words.snoozeHint}</p>
      <ul className="mb-4 overflow-hidden rounded border">
        {presetsIn(zone, now).map(([label, at]) => (
          <li key={label} className="border-t first:border-t-0">
            <button
              type="button"
              onClick={() => until(at)}
              className="flex h-9 w-full items-center gap-3 px-3 text-left hover:bg-n3 focus-visible:-outline-offset-2"
            >
              <span className="flex-1">{label}</span>
              <span className="text-meta text-n11 tabular-nums">{listedTime(at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Field label={words.pick} htmlFor={id} error={problem}>
        <input
          id={id}
          type="datetime-local"
          value={local}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setLocal(event.target.value);
            setProblem(undefined);
          }}
          className={inputClass}
        />
      </Field>
    </Dialog>
  );
}
