import { useState } from "react";
import { Disclosure } from "@/components/Disclosure/Disclosure";
import { inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import { image as words } from "@/messages/image";
import type { EditProps } from "../contract";
import { controlProps } from "../control";
import { isWrongSize, mostPixels, problemOf, withParts } from "./edit";
import { Further } from "./Further";
import { UploadImage } from "./UploadImage";
import { type Image, imageOf } from "./value";

const further = ["title", "caption", "credit", "width", "height", "public"] as const;

/** Where a picture lies and what it shows; what else is said of it is folded while nothing is. */
export function ImageField(props: EditProps) {
  const { field, value, onChange, onBlur, isInvalid } = props;
  const image = imageOf(value);
  const [isWanted, setWanted] = useState(() => further.some((name) => !!image[name]));
  const hasWrongSize = isWrongSize(image.width) || isWrongSize(image.height);
  // What is wrong is never out of sight.
  const isOpen = isWanted || hasWrongSize;
  const change = (parts: Image) => {
    const next = withParts(value, parts);
    const problem = problemOf(next);
    const sentences = { link: t.records.invalidLink, size: words.invalidSize(mostPixels) };
    onChange(next, problem && sentences[problem]);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <UploadImage
        title={field.title}
        image={image}
        onUploaded={(url, isPublic) => change({ url, public: isPublic, width: null, height: null })}
      />
      <input
        {...controlProps(props)}
        // The reader is led to what is wrong, which may be a size.
        aria-invalid={isInvalid && problemOf(image) !== "size"}
        type="text"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={image.url ?? ""}
        onChange={(event) => change({ url: event.target.value })}
        className={inputClass}
      />
      <input
        type="text"
        autoComplete="off"
        aria-label={`${field.title}: ${words.alt}`}
        placeholder={words.alt}
        value={image.alt_text ?? ""}
        onBlur={onBlur}
        onChange={(event) => change({ alt_text: event.target.value })}
        className={inputClass}
      />
      <Disclosure
        isOpen={isOpen}
        aria-label={`${field.title}: ${isOpen ? words.less : words.more}`}
        onClick={() => setWanted(!isOpen)}
        className="self-start font-medium"
      >
        {isOpen ? words.less : words.more}
      </Disclosure>
      {isOpen ? <Further {...props} image={image} onPart={change} /> : null}
    </div>
  );
}
