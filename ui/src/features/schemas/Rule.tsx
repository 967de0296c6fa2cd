import { useId } from "react";
import { Tick } from "@/components/Tick/Tick";

interface RuleProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  error?: string | undefined;
}

/** Something that holds of a field or not, with what it means. */
export function Rule({ label, hint, isOn, onChange, error }: RuleProps) {
  const id = useId();
  return (
    <div className="flex gap-2.5">
      <Tick
        id={id}
        label={label}
        isOn={isOn}
        aria-describedby={`${id}-hint`}
        aria-invalid={error !== undefined || undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 shrink-0"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className={error ? "text-danger text-meta" : "text-meta text-n11"}>
          {error ?? hint}
        </p>
      </div>
    </div>
  );
}
