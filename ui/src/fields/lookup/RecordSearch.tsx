import { useState } from "react";
import { detailOf, type Reference } from "@/api";
import { t } from "@/messages";
import { Combobox } from "./Combobox";
import { useLookup } from "./useLookup";
import { referenceName } from "./value";

interface RecordSearchProps {
  id: string;
  object: string;
  /** What the closed field shows. */
  chosen: string;
  onChoose: (reference: Reference) => void;
  onErase?: () => void;
  onBlur: () => void;
  isInvalid: boolean;
  describedBy: string | undefined;
  isRequired?: boolean;
  /** Ids that are chosen already. */
  without?: readonly string[];
  className?: string;
}

/** Searches the records of one object by name. */
export function RecordSearch({ object, without, ...rest }: RecordSearchProps) {
  const [typed, setTyped] = useState<string>();
  const { options, error, isSearching } = useLookup(object, typed ?? "", typed !== undefined);
  return (
    <Combobox
      {...rest}
      typed={typed}
      onTyped={setTyped}
      options={(options ?? []).filter((option) => !without?.includes(option.id))}
      empty={error ? detailOf(error) : isSearching ? t.frame.loading : t.records.lookupEmpty}
      listLabel={t.records.lookupMatches}
      placeholder={t.records.lookupSearch}
      renderOption={(option) => <span className="truncate">{referenceName(option)}</span>}
    />
  );
}
