import { Phone, X } from "lucide-react";
import { useId, useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Combobox } from "@/fields/lookup/Combobox";
import { useDebounced } from "@/fields/lookup/useLookup";
import { cn } from "@/lib/cn";
import { formatPhone } from "@/lib/phone";
import { t } from "@/messages";
import { type Person, usePeople } from "./api";
import { words } from "./messages";
import { typedPerson } from "./rules";

interface PersonFieldProps {
  value: Person | undefined;
  problem: string | undefined;
  onChange: (person: Person | undefined) => void;
}

const isBareNumber = (person: Person) => person.name === person.number;

function Chosen({ person, onClear }: { person: Person; onClear: () => void }) {
  return (
    <div className="flex h-11 items-center gap-2.5 rounded border border-n7 bg-surface pr-1.5 pl-2.5 shadow-small">
      <Avatar name={person.name} size="small" />
      <span className="min-w-0 flex-1 leading-4">
        <span className="block truncate font-medium">
          {isBareNumber(person) ? formatPhone(person.number) : person.name}
        </span>
        {isBareNumber(person) ? null : (
          <span className="block truncate text-meta text-n11">{formatPhone(person.number)}</span>
        )}
      </span>
      <button
        type="button"
        aria-label={words.clearPerson}
        data-tip={words.clearPerson}
        onClick={onClear}
        className="inline-flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}

function Option({ person }: { person: Person }) {
  return isBareNumber(person) ? (
    <>
      <Phone aria-hidden className="mx-1 size-4 text-n11" />
      <span className="min-w-0 flex-1 truncate">{words.takeNumber(formatPhone(person.number))}</span>
    </>
  ) : (
    <>
      <Avatar name={person.name} size="small" />
      <span className="min-w-0 flex-1 truncate">{person.name}</span>
      <span className="text-meta text-n11 tabular-nums">{formatPhone(person.number)}</span>
    </>
  );
}

/** Whose phone to play: a contact found by name or number, or any number. */
export function PersonField({ value, problem, onChange }: PersonFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const search = useDebounced((typed ?? "").trim());
  const { data: people = [], isFetching } = usePeople(search);
  const own = typedPerson(typed ?? "");
  const isKnown = people.some((person) => person.number === own?.number);
  const isSearching = isFetching || search !== (typed ?? "").trim();

  return (
    <Field label={words.person} htmlFor={id} error={problem}>
      {value ? (
        <Chosen person={value} onClear={() => onChange(undefined)} />
      ) : (
        <Combobox
          id={id}
          typed={typed}
          onTyped={setTyped}
          chosen=""
          options={own && !isKnown ? [own, ...people] : people}
          empty={isSearching ? t.frame.loading : words.noPeople}
          listLabel={t.records.lookupMatches}
          placeholder={words.personPlaceholder}
          onChoose={onChange}
          onBlur={() => {
            if (own) {
              onChange(own);
            }
          }}
          isInvalid={problem !== undefined}
          describedBy={problem ? errorId(id) : undefined}
          renderOption={(person) => <Option person={person} />}
          className={cn(inputClass, "h-11")}
        />
      )}
    </Field>
  );
}
