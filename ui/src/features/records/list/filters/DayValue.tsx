import { Select } from "@/components/Field/Select";
import { fieldType } from "@/fields";
import { isPlainDay } from "@/fields/date-time/value";
import { dayWordOf, dayWords } from "./days";
import { dayLabel, words } from "./messages";
import type { ValueProps } from "./values";

const picked = "picked";

/** What a day or a moment is compared with: a stretch of time that moves on by itself, or one that is picked. */
export function DayValue({ id, label, row, field, isMissing, onValue }: ValueProps) {
  const word = dayWordOf(row.value);
  // A moment is compared with a whole day; one that was saved as a moment stays one.
  const isMoment = typeof row.value === "string" && row.value !== "" && !isPlainDay(row.value);
  const spec = isMoment ? field : { ...field, kind: "date" };
  const { Edit } = fieldType(spec.kind);
  return (
    <span className="grid min-w-0 gap-2">
      <Select
        aria-label={label}
        value={word ?? picked}
        onChange={({ target }) => onValue(target.value === picked ? null : target.value)}
      >
        {(word === undefined || dayWords.includes(word) ? dayWords : [word, ...dayWords]).map((one) => (
          <option key={one} value={one}>
            {dayLabel(one)}
          </option>
        ))}
        <option value={picked}>{words.pickedDay}</option>
      </Select>
      {word === undefined ? (
        <span>
          <label htmlFor={id} className="sr-only">
            {words.pickedFor(label)}
          </label>
          <Edit
            id={id}
            field={spec}
            value={row.value}
            onChange={(value) => onValue((value ?? null) as string | null)}
            onBlur={() => undefined}
            isInvalid={isMissing}
            describedBy={undefined}
          />
        </span>
      ) : null}
    </span>
  );
}
