import { Phone, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Avatar } from "@/components/Avatar/Avatar";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { Combobox } from "@/fields/lookup/Combobox";
import { useDebounced } from "@/fields/lookup/useLookup";
import { cn } from "@/lib/cn";
import { formatPhone } from "@/lib/phone";
import { t } from "@/messages";
import { useStandings } from "@/realtime";
import { useRecipients } from "./begin";
import { words } from "./messages";
import { offered, type Recipient, typedRecipient } from "./recipients";

interface RecipientFieldProps {
  value: Recipient | undefined;
  /** The numbers of whom was chosen. */
  numbers: readonly Recipient[];
  /** What stands in it at first. */
  typed: string | undefined;
  problem: string | undefined;
  onChange: (to: Recipient | undefined) => void;
  /** Somebody was chosen by hand: one goes on with what follows. */
  onChosen: () => void;
}

const pause = 150;
const avatar = <Phone aria-hidden className="mx-1 size-4 text-n11" />;

function Chosen({
  value,
  numbers,
  onChange,
}: Pick<RecipientFieldProps, "numbers" | "onChange"> & { value: Recipient }) {
  return (
    <div className="flex min-h-11 items-center gap-2.5 rounded border border-n7 bg-surface py-1.5 pr-1.5 pl-2.5 shadow-small">
      {value.contact ? <Avatar name={value.name} size="small" /> : avatar}
      <span className="min-w-0 flex-1 leading-4">
        <bdi className="block truncate font-medium">
          {value.contact ? value.name : formatPhone(value.number)}
        </bdi>
        {value.contact && numbers.length < 2 ? (
          <span className="block truncate text-meta text-n11 tabular-nums">{formatPhone(value.number)}</span>
        ) : null}
        {numbers.length > 1 ? (
          <fieldset aria-label={words.number} className="mt-1 -ml-2 flex flex-wrap gap-1">
            {numbers.map((one) => (
              <button
                key={one.id}
                type="button"
                aria-pressed={one.number === value.number}
                onClick={() => onChange(one)}
                className={cn(
                  "h-6 rounded px-2 text-meta tabular-nums",
                  one.number === value.number
                    ? "bg-accent-soft font-medium text-accent-text"
                    : "text-n11 hover:bg-n3 hover:text-n12",
                )}
              >
                {formatPhone(one.number)}
              </button>
            ))}
          </fieldset>
        ) : null}
      </span>
      <IconButton
        label={words.change}
        icon={<X className="size-3.5" />}
        onClick={() => onChange(undefined)}
      />
    </div>
  );
}

function Option({ to }: { to: Recipient }) {
  return to.contact ? (
    <>
      <Avatar name={to.name} size="small" />
      <bdi className="min-w-0 flex-1 truncate">{to.name}</bdi>
      <span className="text-meta text-n11 tabular-nums">{formatPhone(to.number)}</span>
    </>
  ) : (
    <>
      {avatar}
      <span className="min-w-0 flex-1 truncate">{words.takeNumber(formatPhone(to.number))}</span>
    </>
  );
}

/** Who is to be texted: a contact found by name, company or number, or any number. */
export function RecipientField(props: RecipientFieldProps) {
  const { value, numbers, typed: first, problem, onChange } = props;
  const id = useId();
  const isCleared = useRef(false);
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(first ?? "");
  const wanted = (typed ?? "").trim();
  const search = useDebounced(wanted, pause);
  const { data: people = [], isFetching, isPlaceholderData } = useRecipients(search);
  const standingOf = useStandings(people.map(({ number }) => number));
  const isSearching = isFetching || search !== wanted;
  const texted = people.filter(({ number }) => !standingOf(number).isBarred);
  const options = offered(texted, search === wanted && !isPlaceholderData, typed ?? "");
  const empty = wanted === "" ? words.toHint : isSearching ? words.searching : words.nobody;

  // The button that had the focus is gone with what was chosen.
  useEffect(() => {
    if (!value && isCleared.current) {
      isCleared.current = false;
      document.getElementById(id)?.focus();
    }
  }, [value, id]);

  return (
    <Field label={words.to} htmlFor={id} error={problem} isRequired>
      {value ? (
        <Chosen
          value={value}
          numbers={numbers}
          onChange={(to) => {
            isCleared.current = to === undefined;
            onChange(to);
          }}
        />
      ) : (
        <Combobox
          id={id}
          typed={typed}
          onTyped={(next) => {
            setTyped(next);
            // What was typed stays when the list closes: it is no choice yet, and no reason to
            // begin again.
            if (next !== undefined) {
              setLeft(next);
            }
          }}
          chosen={left}
          options={options}
          empty={empty}
          listLabel={t.records.lookupMatches}
          placeholder={words.toPlaceholder}
          onChoose={(to) => {
            onChange(to);
            props.onChosen();
          }}
          onBlur={() => {
            const number = typedRecipient(left);
            if (number) {
              onChange(number);
            }
          }}
          isInvalid={problem !== undefined}
          describedBy={problem ? errorId(id) : undefined}
          isRequired
          renderOption={(to) => <Option to={to} />}
          className={cn(inputClass, "h-11")}
        />
      )}
    </Field>
  );
}
