import { ChevronDown, Phone } from "lucide-react";
import { useId, useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { DoNotCall } from "@/components/DoNotCall/DoNotCall";
import { IconButton } from "@/components/IconButton/IconButton";
import { cn } from "@/lib/cn";
import { useStandings } from "@/realtime";
import { callLabel } from "../names";
import type { ContactNumber, FoundContact } from "./contactNumbers";
import { words } from "./messages";

interface ContactRowProps {
  contact: FoundContact;
  /** The number of his that is chosen. */
  chosen: string | undefined;
  mayCall: boolean;
  onChoose: (number: ContactNumber) => void;
  onCall: (number: ContactNumber) => void;
}

/** A contact that was found: a press takes his first number, and opened he shows them all. */
export function ContactRow({ contact, chosen, mayCall, onChoose, onCall }: ContactRowProps) {
  const [isOpen, setOpen] = useState(false);
  const numbersId = useId();
  const { name, company, numbers } = contact;
  const [first] = numbers;
  const standingOf = useStandings(numbers.map(({ number }) => number));
  const isBarredAt = (number: string | undefined) => contact.isBarred || standingOf(number).isBarred;
  const isBarred = isBarredAt(first?.number);
  return (
    <li className={cn("rounded", chosen !== undefined && "bg-accent-soft")}>
      <div className="flex items-center gap-1 pr-1">
        <button
          type="button"
          aria-pressed={chosen !== undefined}
          disabled={isBarred || !first}
          onClick={() => first && onChoose(first)}
          onDoubleClick={() => first && mayCall && !isBarred && onCall(first)}
          className="flex h-12 min-w-0 flex-1 items-center gap-2.5 rounded px-2 text-left focus-visible:-outline-offset-2 enabled:hover:bg-n3"
        >
          <Avatar name={name} />
          <span className="min-w-0 flex-1 leading-4">
            <bdi className="block truncate font-medium">{name}</bdi>
            <span className="block truncate text-meta text-n11 tabular-nums">
              {[company, first?.text ?? words.noNumber].filter(Boolean).join(" · ")}
            </span>
          </span>
          {isBarred ? <DoNotCall /> : null}
        </button>
        <IconButton
          label={words.numbersOf(name)}
          aria-expanded={isOpen}
          aria-controls={numbersId}
          disabled={!first}
          icon={
            <ChevronDown className={cn("size-4 transition-transform duration-120", isOpen && "rotate-180")} />
          }
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen ? (
        <ul id={numbersId} aria-label={words.numbersOf(name)} className="pr-1 pb-1 pl-11">
          {numbers.map((number) => (
            <li key={number.label} className="flex items-center gap-1">
              <button
                type="button"
                aria-pressed={chosen === number.number}
                disabled={isBarredAt(number.number)}
                onClick={() => onChoose(number)}
                className={cn(
                  "flex h-8 min-w-0 flex-1 items-center gap-2 rounded px-2 text-left focus-visible:-outline-offset-2 enabled:hover:bg-n4",
                  chosen === number.number && "font-medium text-accent-text",
                )}
              >
                <span className="w-24 shrink-0 truncate text-meta text-n11">{number.label}</span>
                <span className="truncate tabular-nums">{number.text}</span>
              </button>
              {isBarredAt(number.number) ? (
                isBarred ? null : (
                  <DoNotCall />
                )
              ) : (
                <IconButton
                  label={callLabel(number.text)}
                  icon={<Phone className="size-4" />}
                  disabled={!mayCall}
                  onClick={() => onCall(number)}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
