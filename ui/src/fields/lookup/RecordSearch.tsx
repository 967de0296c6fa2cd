import { useState } from "react";
import { createPortal } from "react-dom";
import { detailOf, type Reference, type WireRecord } from "@/api";
import { t } from "@/messages";
import { nameFieldOf } from "@/store";
import { Combobox } from "./Combobox";
import { useNewRecord } from "./newRecord";
import { refer, useForget, useLookup } from "./useLookup";
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

/** Searches the records of one object by name, and offers to make the one that is not there. */
export function RecordSearch({ object, without, onBlur, ...rest }: RecordSearchProps) {
  const [typed, setTyped] = useState<string>();
  const { options, error, isSearching } = useLookup(object, typed ?? "", typed !== undefined);
  const forget = useForget(object);
  const offer = useNewRecord(object);
  // The form stays as it is while it is open, whatever its reader's rights become.
  const [making, setMaking] = useState<NonNullable<typeof offer> & { named: string }>();
  const name = (typed ?? "").trim();

  // Before it is known what there is, the first that is offered would be to make another one.
  const last =
    offer && !isSearching
      ? {
          label: name === "" ? t.records.createOf(offer.schema.title) : t.records.createNamed(name),
          onChoose: () => setMaking({ ...offer, named: name }),
        }
      : undefined;

  const onCreated = (record: WireRecord) => {
    setMaking(undefined);
    forget();
    if (making) {
      rest.onChoose(refer(record, nameFieldOf(making.schema)));
    }
  };
  const onClose = () => {
    setMaking(undefined);
    setTyped(making?.named || undefined);
  };
  return (
    <>
      <Combobox
        {...rest}
        typed={typed}
        onTyped={setTyped}
        options={(options ?? []).filter((option) => !without?.includes(option.id))}
        empty={error ? detailOf(error) : isSearching ? t.frame.loading : t.records.lookupEmpty}
        last={last}
        listLabel={t.records.lookupMatches}
        placeholder={t.records.lookupSearch}
        onBlur={() => {
          if (!making) {
            onBlur();
          }
        }}
        renderOption={(option) => <span className="truncate">{referenceName(option)}</span>}
      />
      {making
        ? // A form stands in no other form.
          createPortal(
            <making.Form
              schema={making.schema}
              named={making.named}
              onCreated={onCreated}
              onClose={onClose}
            />,
            document.body,
          )
        : null}
    </>
  );
}
