import { Field, inputClass } from "@/components/Field/Field";
import { Switch } from "@/components/Switch/Switch";
import { cn } from "@/lib/cn";
import { image as words } from "@/messages/image";
import type { EditProps } from "../contract";
import { isWrongSize, readSize } from "./edit";
import type { Image } from "./value";

interface FurtherProps extends EditProps {
  image: Image;
  onPart: (part: Image) => void;
}

/** What is said of a picture beside its address and what it shows. */
export function Further({ id, field, image, onPart, onBlur, isInvalid, describedBy }: FurtherProps) {
  return (
    <fieldset aria-label={field.title} className="grid min-w-0 grid-cols-2 gap-x-2 gap-y-1.5">
      {(["title", "caption", "credit"] as const).map((name) => (
        <Field key={name} label={words[name]} htmlFor={`${id}-${name}`} className="col-span-2">
          <input
            id={`${id}-${name}`}
            type="text"
            autoComplete="off"
            value={image[name] ?? ""}
            onBlur={onBlur}
            onChange={(event) => onPart({ [name]: event.target.value })}
            className={inputClass}
          />
        </Field>
      ))}
      {(["width", "height"] as const).map((name) => {
        const isWrong = isInvalid && isWrongSize(image[name]);
        return (
          <Field key={name} label={words[name]} htmlFor={`${id}-${name}`}>
            <input
              id={`${id}-${name}`}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              value={image[name] ?? ""}
              aria-invalid={isWrong}
              aria-describedby={isWrong ? describedBy : undefined}
              onBlur={onBlur}
              onChange={(event) => onPart({ [name]: readSize(event.target.value) })}
              className={cn(inputClass, "tabular-nums")}
            />
          </Field>
        );
      })}
      <Switch
        label={words.public}
        isOn={image.public === true}
        onChange={(isPublic) => onPart({ public: isPublic })}
        className="col-span-2"
      />
    </fieldset>
  );
}
