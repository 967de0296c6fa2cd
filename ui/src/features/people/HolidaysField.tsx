import { Plus, X } from "lucide-react";
import { Button } from "@/components/Button/Button";
import { inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { words } from "./messages";
import { type Holiday, holidayProblem, type Week } from "./week";

interface HolidaysFieldProps {
  week: Week;
  isChecked: boolean;
  onChange: (week: Week) => void;
}

const blank: Holiday = { date: "", name: "", isAllDay: true, start: "", end: "" };

/** The days, or parts of days, on which calls don't ring. */
export function HolidaysField({ week, isChecked, onChange }: HolidaysFieldProps) {
  const set = (holidays: readonly Holiday[]) => onChange({ ...week, holidays });
  const change = (at: number, to: Partial<Holiday>) =>
    set(week.holidays.map((one, place) => (place === at ? { ...one, ...to } : one)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="font-semibold">{words.holidays}</legend>
      <p className="text-meta text-n11">{week.holidays.length > 0 ? words.holidaysHint : words.noHolidays}</p>
      <ul aria-label={words.holidays} className="flex flex-col gap-2">
        {week.holidays.map((one, at) => {
          const found = holidayProblem(week, at);
          const problem = isChecked || found === "order" || found === "twice" ? found : undefined;
          const about = { "aria-invalid": problem !== undefined };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a holiday is its place in the list
            <li key={at} className="flex flex-col gap-1">
              <div className="flex flex-wrap items-center gap-2">
                <input
                  {...about}
                  type="date"
                  aria-label={words.date(at + 1)}
                  value={one.date}
                  onChange={(event) => change(at, { date: event.target.value })}
                  className={cn(inputClass, "max-w-40")}
                />
                <input
                  type="text"
                  maxLength={80}
                  aria-label={words.holidayName(at + 1)}
                  placeholder={words.namePlaceholder}
                  value={one.name}
                  onChange={(event) => change(at, { name: event.target.value })}
                  className={cn(inputClass, "max-w-44")}
                />
                <label htmlFor={`holiday-${at}`} className="flex items-center gap-2">
                  <input
                    id={`holiday-${at}`}
                    type="checkbox"
                    aria-label={words.allDayOf(at + 1)}
                    checked={one.isAllDay}
                    onChange={(event) => change(at, { isAllDay: event.target.checked })}
                    className="size-4 accent-[var(--accent)]"
                  />
                  {words.allDay}
                </label>
                {one.isAllDay ? null : (
                  <span className="flex items-center gap-2">
                    <input
                      {...about}
                      type="time"
                      aria-label={words.holidayFrom(at + 1)}
                      value={one.start}
                      onChange={(event) => change(at, { start: event.target.value })}
                      className={cn(inputClass, "max-w-32")}
                    />
                    <span className="text-n11">{words.to}</span>
                    <input
                      {...about}
                      type="time"
                      aria-label={words.holidayUntil(at + 1)}
                      value={one.end}
                      onChange={(event) => change(at, { end: event.target.value })}
                      className={cn(inputClass, "max-w-32")}
                    />
                  </span>
                )}
                <IconButton
                  label={words.removeHoliday(at + 1)}
                  icon={<X className="size-4" />}
                  onClick={() => set(week.holidays.filter((_, place) => place !== at))}
                  className="size-7"
                />
              </div>
              {problem ? (
                <p role="alert" className="text-danger text-meta">
                  {words.problems[problem]}
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
      <Button
        size="small"
        icon={<Plus className="size-4" />}
        onClick={() => set([...week.holidays, blank])}
        className="self-start"
      >
        {words.addHoliday}
      </Button>
    </fieldset>
  );
}
