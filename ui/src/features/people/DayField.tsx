import { CopyPlus, Ellipsis, Plus, Trash2, X } from "lucide-react";
import { useId } from "react";
import { inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { Menu } from "@/components/Menu/Menu";
import { cn } from "@/lib/cn";
import { words } from "./messages";
import {
  changeDay,
  copyToAll,
  type Day,
  dayProblem,
  enableDay,
  isOvernight,
  mostRanges,
  type Range,
  removeDay,
  usual,
  type Week,
} from "./week";

interface RangeProps {
  day: string;
  at: number;
  range: Range;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (range: Range) => void;
  onRemove: (() => void) | undefined;
}

function RangeInputs({ day, at, range, isInvalid, describedBy, onChange, onRemove }: RangeProps) {
  const common = { type: "time", "aria-invalid": isInvalid, "aria-describedby": describedBy } as const;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        {...common}
        aria-label={words.from(day, at)}
        value={range.start}
        onChange={(event) => onChange({ ...range, start: event.target.value })}
        className={cn(inputClass, "max-w-32")}
      />
      <span className="text-n11">{words.to}</span>
      <input
        {...common}
        aria-label={words.until(day, at)}
        value={range.end}
        onChange={(event) => onChange({ ...range, end: event.target.value })}
        className={cn(inputClass, "max-w-32")}
      />
      {onRemove ? (
        <IconButton
          label={words.removeRange(day, at)}
          icon={<X className="size-4" />}
          onClick={onRemove}
          className="size-7"
        />
      ) : null}
      {isOvernight(range) ? <span className="text-meta text-n11">{words.nextDay}</span> : null}
    </div>
  );
}

interface DayFieldProps {
  day: Day;
  week: Week;
  isChecked: boolean;
  onChange: (week: Week) => void;
}

/** One day of the week: whether calls ring on it, and when. */
export function DayField({ day, week, isChecked, onChange }: DayFieldProps) {
  const id = useId();
  const hours = week.days[day];
  const name = words.dayNames[day];
  const isOn = hours.isEnabled === true;
  const found = dayProblem(hours);
  const problem = found === "overlap" || isChecked ? found : undefined;
  const setRanges = (ranges: readonly Range[]) => onChange(changeDay(week, day, { ...hours, ranges }));
  return (
    <li className="flex items-start gap-3 border-t py-2.5 first:border-t-0">
      <label htmlFor={id} className="flex h-8 w-32 shrink-0 items-center gap-2.5 font-medium max-sm:w-28">
        <input
          id={id}
          type="checkbox"
          checked={isOn}
          onChange={(event) => onChange(enableDay(week, day, event.target.checked))}
          className="size-4 shrink-0 accent-[var(--accent)]"
        />
        {name}
      </label>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {isOn ? (
          hours.ranges.map((range, at) => (
            <RangeInputs
              // biome-ignore lint/suspicious/noArrayIndexKey: a range is its place in the day
              key={at}
              day={name}
              at={at + 1}
              range={range}
              isInvalid={problem !== undefined}
              describedBy={problem ? `${id}-problem` : undefined}
              onChange={(next) => setRanges(hours.ranges.map((one, place) => (place === at ? next : one)))}
              onRemove={
                hours.ranges.length > 1
                  ? () => setRanges(hours.ranges.filter((_, place) => place !== at))
                  : undefined
              }
            />
          ))
        ) : (
          <span className="flex h-8 items-center text-n11">{words.closed}</span>
        )}
        {problem ? (
          <p id={`${id}-problem`} role="alert" className="text-danger text-meta">
            {words.problems[problem]}
          </p>
        ) : null}
      </div>
      {isOn && hours.ranges.length < mostRanges ? (
        <IconButton
          label={words.addRange(name)}
          icon={<Plus className="size-4" />}
          onClick={() => setRanges([...hours.ranges, afterLast(hours.ranges)])}
        />
      ) : null}
      <Menu
        label={words.more(name)}
        isIcon
        trigger={<Ellipsis className="size-4" />}
        triggerClassName="inline-flex size-8 shrink-0 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
        sections={[
          {
            items: [
              {
                key: "copy",
                label: words.copyToAll,
                icon: <CopyPlus />,
                onSelect: () => onChange(copyToAll(week, day)),
              },
              {
                key: "remove",
                label: words.removeAvailability,
                icon: <Trash2 />,
                onSelect: () => onChange(removeDay(week, day)),
              },
            ],
          },
        ]}
      />
    </li>
  );
}

/** The next range of a day: it begins an hour after the last one ends. */
function afterLast(ranges: readonly Range[]): Range {
  const last = ranges.at(-1);
  const hour = Number(last?.end.slice(0, 2) ?? Number.NaN);
  if (Number.isNaN(hour) || hour === 0 || hour > 21) {
    return last ? { start: "", end: "" } : usual;
  }
  const clock = (at: number) => `${String(at).padStart(2, "0")}:00`;
  return { start: clock(hour + 1), end: clock(hour + 2) };
}
