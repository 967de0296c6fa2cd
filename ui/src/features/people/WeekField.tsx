import { useId } from "react";
import { ApiError } from "@/api";
import { Button } from "@/components/Button/Button";
import { Field } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { SkeletonRows } from "@/components/Skeleton/Skeleton";
import { Switch } from "@/components/Switch/Switch";
import { FetchFailed } from "@/feature/FetchFailed";
import { DayField } from "./DayField";
import { HolidaysField } from "./HolidaysField";
import { words } from "./messages";
import { useStoredWeek, useWeek } from "./useWeek";
import { days, hasHours, zones } from "./week";

/** The availability of a user, to see and to change; nothing for other users. */
export function WeekField({ user }: { user: string }) {
  const stored = useStoredWeek(user);
  if (stored.data) {
    return <Editor key={user} user={user} availability={stored.data.availability} />;
  }
  if (stored.error instanceof ApiError && stored.error.status === 403) {
    return <p className="px-6 py-4 text-n11 @max-md:px-4">{stored.error.message}</p>;
  }
  return stored.error ? (
    <FetchFailed error={stored.error} onRetry={() => void stored.refetch()} />
  ) : (
    <SkeletonRows count={4} label={words.loading} />
  );
}

function Editor({ user, availability }: { user: string; availability: unknown }) {
  const id = useId();
  const { week, change, isDirty, isSaving, isChecked, save, discard } = useWeek(user, availability);
  const offered = zones.some(([zone]) => zone === week.zone) ? zones : [...zones, [week.zone, ""] as const];
  return (
    <form
      noValidate
      aria-label={words.availability}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="flex flex-col"
    >
      <div className="flex flex-col gap-5 px-6 pt-1 pb-5 @max-md:px-4">
        <Switch
          label={words.doNotDisturb}
          hint={words.doNotDisturbHint}
          isOn={week.doNotDisturb}
          onChange={(doNotDisturb) => change({ ...week, doNotDisturb })}
        />
        <Field label={words.zone} htmlFor={`${id}-zone`} className="max-w-sm">
          <Select
            id={`${id}-zone`}
            value={week.zone}
            onChange={(event) => change({ ...week, zone: event.target.value })}
          >
            {offered.map(([zone, offset]) => (
              <option key={zone} value={zone}>
                {offset === "" ? zone : words.zoneLabel(zone, offset)}
              </option>
            ))}
          </Select>
        </Field>
        <fieldset className="min-w-0">
          <legend className="font-semibold">{words.hours}</legend>
          <p className="pt-1 text-meta text-n11">{hasHours(week) ? words.hoursSet : words.noHours}</p>
          <ul aria-label={words.hours} className="pt-2">
            {days.map((day) => (
              <DayField key={day} day={day} week={week} isChecked={isChecked} onChange={change} />
            ))}
          </ul>
        </fieldset>
        <HolidaysField week={week} isChecked={isChecked} onChange={change} />
      </div>
      {isDirty ? (
        <section
          aria-label={words.unsaved}
          className="sticky bottom-0 z-3 flex animate-fade items-center gap-2 rounded-b-lg border-t bg-raised px-6 py-3 shadow-float max-sm:px-4"
        >
          <p role="status" className="min-w-0 flex-1 truncate text-n11">
            {words.unsaved}
          </p>
          <Button disabled={isSaving} onClick={discard}>
            {words.discard}
          </Button>
          <Button type="submit" tone="primary" isBusy={isSaving}>
            {words.save}
          </Button>
        </section>
      ) : null}
    </form>
  );
}
