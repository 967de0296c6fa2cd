import { useState } from "react";
import { inputClass } from "@/components/Field/Field";
import { Combobox } from "@/fields/lookup/Combobox";
import { cn } from "@/lib/cn";
import type { Format } from "./api";
import { formatName } from "./formatNames";
import { iconOf, textOfFormat, titleOf } from "./formats";
import { words } from "./messages";

interface FormatChoiceProps {
  id: string;
  formats: readonly Format[];
  chosen: string;
  onChoose: (format: Format) => void;
  isInvalid: boolean;
  describedBy: string | undefined;
}

/** Chooses what a field is, by its name or by what it is good for. */
export function FormatChoice({ id, formats, chosen, onChoose, isInvalid, describedBy }: FormatChoiceProps) {
  const [typed, setTyped] = useState<string>();
  const wanted = (typed ?? "").trim().toLowerCase();
  const found = formats.filter(({ format, title }) =>
    `${formatName(format, title)} ${title} ${format} ${textOfFormat(format)}`.toLowerCase().includes(wanted),
  );
  const Icon = iconOf(chosen);
  return (
    <span className="relative flex">
      {chosen ? (
        <Icon aria-hidden className="pointer-events-none absolute top-2 left-2.5 z-1 size-4 text-n11" />
      ) : null}
      <Combobox
        id={id}
        typed={typed}
        onTyped={setTyped}
        chosen={titleOf(formats, chosen)}
        options={found.map((format) => ({ id: format.format, format }))}
        empty={words.noFormat}
        listLabel={words.formats}
        placeholder={words.chooseFormat}
        onChoose={({ format }) => onChoose(format)}
        onBlur={() => undefined}
        isInvalid={isInvalid}
        describedBy={describedBy}
        isRequired
        renderOption={({ format }) => {
          const OptionIcon = iconOf(format.format);
          return (
            <>
              <OptionIcon aria-hidden className="size-4 shrink-0 text-n11" />
              <span className="w-32 shrink-0 truncate">{formatName(format.format, format.title)}</span>
              <span className="min-w-0 truncate text-meta text-n11">{textOfFormat(format.format)}</span>
            </>
          );
        }}
        className={cn(inputClass, chosen && "pl-8")}
      />
    </span>
  );
}
