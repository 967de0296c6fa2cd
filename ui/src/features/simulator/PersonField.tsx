import { Phone, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { useDebounced } from "@/fields/lookup/useLookup";
import { cn } from "@/lib/cn";
import { formatPhone } from "@/lib/phone";
import { t } from "@/messages";
import { type Person, usePeople } from "./api";
import { typedPerson } from "./rules";

interface PersonFieldProps {
  value: Person | undefined;
  problem: string | undefined;
  onChange: (person: Person | undefined) => void;
}

function Chosen({ person, onClear }: { person: Person; onClear: () => void }) {
  return (
    <div className="flex h-11 items-center gap-2.5 rounded border border-n7 bg-surface pr-1.5 pl-2 shadow-small">
      <Avatar name={person.name} size="small" />
      <span className="min-w-0 flex-1 leading-4">
        <span className="block truncate font-medium">
          {person.name === person.number ? formatPhone(person.number) : person.name}
        </span>
        {person.name === person.number ? null : (
          <span className="block truncate text-meta text-n11">{formatPhone(person.number)}</span>
        )}
      </span>
      <button
        type="button"
        aria-label={t.simulator.clearPerson}
        data-tip={t.simulator.clearPerson}
        onClick={onClear}
        className="inline-flex size-7 items-center justify-center rounded text-n11 hover:bg-n4 hover:text-n12"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}

/** Whose phone to play: a contact found by name or number, or any number. */
export function PersonField({ value, problem, onChange }: PersonFieldProps) {
  const id = useId();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const search = useDebounced(typed.trim());
  const { data: people, isFetching } = usePeople(search);
  const own = typedPerson(typed);
  const options = [
    ...(own && !people?.some((person) => person.number === own.number) ? [own] : []),
    ...(people ?? []),
  ];
  const active = options[Math.min(at, options.length - 1)];

  const choose = (person: Person) => {
    onChange(person);
    setOpen(false);
    setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt(isOpen && options.length > 0 ? (at + step + options.length) % options.length : 0);
      setOpen(true);
    } else if (event.key === "Enter" && isOpen && active) {
      event.preventDefault();
      choose(active);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };

  return (
    <Field label={t.simulator.person} htmlFor={id} error={problem}>
      {value ? (
        <Chosen person={value} onClear={() => onChange(undefined)} />
      ) : (
        <span className="relative block">
          <input
            id={id}
            type="text"
            role="combobox"
            autoComplete="off"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && active ? `${listId}-${active.id}` : undefined}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? errorId(id) : undefined}
            placeholder={t.simulator.personPlaceholder}
            value={typed}
            onClick={() => setOpen(true)}
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setOpen(false);
              if (own) {
                choose(own);
              }
            }}
            className={cn(inputClass, "h-11")}
          />
          {isOpen ? (
            <span className="absolute top-full right-0 left-0 z-30 mt-1.5 block animate-fade overflow-hidden rounded-lg bg-raised shadow-float">
              <ul
                id={listId}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
                role="listbox"
                aria-label={t.simulator.person}
                className={cn("max-h-72 overflow-y-auto", options.length > 0 && "py-1")}
              >
                {options.map((person) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus
                  <li
                    key={person.id}
                    id={`${listId}-${person.id}`}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a combobox
                    role="option"
                    aria-selected={person === active}
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => choose(person)}
                    className={cn(
                      "flex h-9 cursor-pointer items-center gap-2.5 px-2.5 hover:bg-n3",
                      person === active && "bg-n4",
                    )}
                  >
                    {person === own ? (
                      <Phone aria-hidden className="mx-1 size-4 text-n11" />
                    ) : (
                      <Avatar name={person.name} size="small" />
                    )}
                    <span className="min-w-0 flex-1 truncate">
                      {person === own ? t.simulator.takeNumber(formatPhone(person.number)) : person.name}
                    </span>
                    {person === own ? null : (
                      <span className="text-meta text-n11 tabular-nums">{formatPhone(person.number)}</span>
                    )}
                  </li>
                ))}
              </ul>
              {options.length === 0 ? (
                <span role="status" className="block px-3 py-2 text-n11">
                  {isFetching || search !== typed.trim() ? t.frame.loading : t.simulator.noPeople}
                </span>
              ) : null}
            </span>
          ) : null}
        </span>
      )}
    </Field>
  );
}
