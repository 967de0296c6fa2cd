import { useRef, useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { parseJson } from "@/lib/exact";
import { t } from "@/messages";
import type { EditProps } from "../contract";
import { controlProps } from "../control";
import { words } from "./messages";
import { mask } from "./reveal";

const linkClass = "rounded-sm px-1 font-medium text-accent-text hover:underline";

/** A new secret in place of the one that is stored, which nobody sees here. No browser keeps it. */
export function EnterField(props: EditProps) {
  const { field, value, onChange } = props;
  const isJson = field.property.holds === "json";
  // What is stored is shown as the mask; it may be put in place of what was typed.
  const stored = useRef(value === mask);
  const [typed, setTyped] = useState("");
  const unchanged = stored.current ? mask : null;
  const isRemoved = stored.current && value === null;

  const enter = (text: string) => {
    setTyped(text);
    if (text === "") {
      onChange(unchanged);
    } else if (isJson) {
      try {
        onChange(parseJson(text));
      } catch {
        onChange(text, t.records.jsonInvalid);
      }
    } else {
      onChange(text);
    }
  };
  const shared = {
    ...controlProps(props),
    value: typed,
    placeholder: stored.current && !isRemoved ? words.stored : undefined,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => enter(event.target.value),
  };
  return (
    <div>
      {isJson ? (
        <textarea
          {...shared}
          rows={4}
          autoComplete="off"
          className={cn(inputClass, "h-auto min-h-20 resize-y py-1.5 font-mono text-meta")}
        />
      ) : (
        <input {...shared} type="password" autoComplete="new-password" className={inputClass} />
      )}
      {stored.current ? (
        <p className="mt-1 text-meta text-n11">
          {isRemoved ? `${words.willBeRemoved} ` : null}
          <button
            type="button"
            aria-label={isRemoved ? undefined : words.removeField(field.title)}
            className={cn(linkClass, !isRemoved && "-ml-1")}
            onClick={() => {
              setTyped("");
              onChange(isRemoved ? mask : null);
            }}
          >
            {isRemoved ? words.keep : words.remove}
          </button>
        </p>
      ) : null}
    </div>
  );
}
