import { colors } from "@/components/Pill/colors";
import { cn } from "@/lib/cn";
import type { EditProps } from "../contract";
import { choiceLabel } from "../enum/value";

/** One of the colours of labels, each shown as it will look. */
export function ColorField({ id, field, value, onChange, onBlur, isInvalid, describedBy }: EditProps) {
  return (
    <span
      id={id}
      role="radiogroup"
      aria-label={field.title}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      className="flex flex-wrap gap-1.5 py-1"
    >
      {colors.map((color) => (
        <label key={color} className="relative inline-flex cursor-pointer">
          <input
            type="radio"
            name={id}
            value={color}
            checked={value === color}
            onChange={() => onChange(color)}
            onBlur={onBlur}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span
            className={cn(
              "inline-flex h-6 items-center rounded-sm px-2 font-medium text-meta peer-checked:ring-2 peer-checked:ring-accent peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2",
              `option-chip option-${color}`,
            )}
          >
            {choiceLabel(color)}
          </span>
        </label>
      ))}
    </span>
  );
}
