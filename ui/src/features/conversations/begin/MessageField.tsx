import { type Ref, useId } from "react";
import { sends } from "@/components/Composer/keys";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { useSendKey } from "@/thread/useSendKey";
import { words as textWords } from "../messages";
import { segmentsOf } from "../segments";
import { words } from "./messages";

/** In characters, as the server counts them. */
export const lengthOf = (text: string) => [...text.trim()].length;

interface MessageFieldProps {
  body: string;
  problem: string | undefined;
  maxLength: number | undefined;
  onChange: (body: string) => void;
  field: Ref<HTMLTextAreaElement>;
}

/** Where a new text is written; the key that sends sends it with its form. */
export function MessageField({ body, problem, maxLength, onChange, field }: MessageFieldProps) {
  const id = useId();
  const sendKey = useSendKey("sms");
  return (
    <Field label={words.message} htmlFor={id} error={problem} isRequired className="min-h-20 flex-1">
      <textarea
        ref={field}
        id={id}
        dir="auto"
        value={body}
        placeholder={words.placeholder}
        aria-required
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? errorId(id) : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (sends(event.nativeEvent, sendKey)) {
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }
        }}
        className={cn(inputClass, "h-auto min-h-0 flex-1 resize-none py-2")}
      />
      {maxLength && body !== "" ? (
        <p className="text-right text-meta text-n11 tabular-nums">
          {textWords.measure([...body].length, maxLength, segmentsOf(body))}
        </p>
      ) : null}
    </Field>
  );
}
