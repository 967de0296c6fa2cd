import { useId, useState } from "react";
import { Button } from "@/components/Button/Button";
import { t } from "@/messages";
import { words } from "./messages";
import { dayAt, daysToMonday, type Local, localIn, momentIn } from "./zones";

interface ScheduleFormProps {
  zone: string;
  /** The time that was chosen before. */
  from?: Date;
  /** What the button that takes the time says. */
  action: string;
  isBusy: boolean;
  onChoose: (at: Date) => void;
  onClose: () => void;
}

const hour = 3_600_000;
const morning = 9;

/** Asks when a text is sent, by the clock of those who get it. */
export function ScheduleForm({ zone, from, action, isBusy, onChoose, onClose }: ScheduleFormProps) {
  const id = useId();
  const [now] = useState(() => new Date());
  const [local, setLocal] = useState<Local>(() => localIn(zone, from ?? new Date(now.getTime() + hour)));
  const [problem, setProblem] = useState<string>();
  const presets: readonly [string, Local][] = [
    [words.inAnHour, localIn(zone, new Date(now.getTime() + hour))],
    [words.tomorrow, dayAt(zone, now, 1, morning)],
    [words.monday, dayAt(zone, now, daysToMonday(zone, now), morning)],
  ];
  const choose = () => {
    const at = momentIn(zone, local);
    if (!at || at.getTime() <= Date.now()) {
      setProblem(words.inFuture);
      return;
    }
    onChoose(at);
  };
  return (
    <section aria-label={words.schedule} className="flex flex-col gap-2 border-n6 border-b px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-1.5">
        {presets.map(([label, at]) => (
          <Button key={label} size="small" onClick={() => setLocal(at)}>
            {label}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-n11">
          {words.sendAt}
        </label>
        <input
          id={id}
          type="datetime-local"
          value={local}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setLocal(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              event.stopPropagation();
              onClose();
            } else if (event.key === "Enter") {
              event.preventDefault();
              choose();
            }
          }}
          className="h-8 rounded border border-n7 bg-surface px-2 outline-none focus-visible:border-accent aria-invalid:border-danger-solid"
        />
        <span className="text-meta text-n11">{words.zone(zone)}</span>
        <span className="ml-auto flex gap-1.5">
          <Button size="small" onClick={onClose}>
            {t.frame.cancel}
          </Button>
          <Button size="small" tone="primary" isBusy={isBusy} onClick={choose}>
            {action}
          </Button>
        </span>
      </div>
      {problem ? (
        <p role="alert" className="text-danger text-meta">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
