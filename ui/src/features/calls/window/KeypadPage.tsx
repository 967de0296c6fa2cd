import { Delete, Phone, Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { DoNotCall } from "@/components/DoNotCall/DoNotCall";
import { errorId, inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { useDebounced } from "@/fields/lookup/useLookup";
import { cn } from "@/lib/cn";
import { isTyping } from "@/lib/keys";
import { formatPhone } from "@/lib/phone";
import { useStanding } from "@/realtime";
import { useAtomValue } from "@/store";
import { KeyGrid, keys } from "../dock/KeyGrid";
import { phoneWords } from "../phone/messages";
import { pressKeys } from "../phone/phone";
import { phoneAtom } from "../phone/softphone";
import { shortNumber } from "../refusal";
import { useCalling } from "../useCalling";
import { ContactRow } from "./ContactRow";
import { type ContactNumber, type FoundContact, useContacts } from "./contactNumbers";
import { dialable } from "./dialable";
import { recallNumber, rememberNumber } from "./lastNumber";
import { words } from "./messages";

const pause = 500;
const letters = /\p{L}/u;

interface Chosen {
  contact: FoundContact;
  number: string;
}

/** Digits that are typed anywhere on the page go where numbers are typed. */
function useTypedKeys(press: (key: string) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.defaultPrevented;
      const isElsewhere =
        isTyping(event.target) || document.querySelector("dialog[open], [role=dialog]") !== null;
      if (isPlain && !isElsewhere && (keys.includes(event.key) || event.key === "+")) {
        event.preventDefault();
        press(event.key);
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

/** The keys while one is on a call: each is sent to the other side. */
function Sending() {
  const [sent, setSent] = useState("");
  const press = (key: string) => {
    if (key !== "+") {
      pressKeys(key);
      setSent((before) => `${before}${key}`.slice(-20));
    }
  };
  useTypedKeys(press);
  return (
    <>
      <p
        role="status"
        className="flex h-10 items-center justify-center truncate text-center text-lg tabular-nums"
      >
        {sent ? phoneWords.sent(sent) : <span className="text-base text-n11">{words.keysAreSent}</span>}
      </p>
      <KeyGrid isLarge onPress={press} />
    </>
  );
}

interface MatchesProps {
  search: string;
  found: readonly FoundContact[] | undefined;
  hasFailed: boolean;
  chosen: Chosen | undefined;
  mayCall: boolean;
  onRetry: () => void;
  onChoose: (contact: FoundContact, number: ContactNumber) => void;
  onCall: (contact: FoundContact, number: ContactNumber) => void;
}

function Matches({ search, found, hasFailed, chosen, mayCall, onRetry, onChoose, onCall }: MatchesProps) {
  if (search === "") {
    return null;
  }
  if (hasFailed) {
    return (
      <p role="alert" className="flex items-center gap-2 py-2 text-danger">
        {words.searchError}
        <Button size="small" onClick={onRetry}>
          {words.again}
        </Button>
      </p>
    );
  }
  return (
    <>
      <p role="status" className={found?.length === 0 ? "py-2 text-n11" : "sr-only"}>
        {found ? words.matches(found.length) : words.searching}
      </p>
      <ul aria-label={words.matching} className="flex flex-col gap-0.5">
        {found?.map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            chosen={chosen?.contact.id === contact.id ? chosen.number : undefined}
            mayCall={mayCall}
            onChoose={(number) => onChoose(contact, number)}
            onCall={(number) => onCall(contact, number)}
          />
        ))}
      </ul>
    </>
  );
}

/** Types a number or finds somebody, and calls. */
function Dialling() {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Chosen>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const clear = () => {
    setTyped("");
    setChosen(undefined);
  };
  const { call, isBusy, busyWith, problem, forget } = useCalling(clear);
  const search = useDebounced(typed.trim(), pause);
  const { data, error, refetch } = useContacts(search);
  const found = search === typed.trim() ? data : undefined;
  const number = chosen?.number ?? dialable(typed);
  const isName = letters.test(typed); // then whom it finds takes the place of the keys

  // Whose number was typed whole is whom one means.
  const [only, another] = found ?? [];
  const own = dialable(typed);
  useEffect(() => {
    const his = only?.numbers.find((one) => one.number === own);
    if (own !== undefined && only && !another && his && !only.isBarred) {
      setChosen({ contact: only, number: his.number });
    }
  }, [own, only, another]);

  const { isBarred: isBarredNumber } = useStanding(number);

  const type = (text: string) => {
    setTyped(text);
    setChosen(undefined);
    forget();
  };
  const press = (key: string) => {
    type(typed + key);
    input.current?.focus();
  };
  useTypedKeys(press);

  const start = (to: string | undefined, contact?: string) => {
    if (to !== undefined) {
      rememberNumber(to);
    }
    return call(to, contact);
  };
  const submit = () => {
    if (typed.trim() === "" && !chosen) {
      setTyped(recallNumber());
      return;
    }
    if (isBarredNumber) {
      return;
    }
    void start(number ?? shortNumber(typed), chosen?.contact.id);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-3"
    >
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-n10" />
        <input
          ref={input}
          id={id}
          type="search"
          // biome-ignore lint/a11y/noAutofocus: who opens the keypad is about to type
          autoFocus
          autoComplete="off"
          aria-label={words.searchOrNumber}
          placeholder={words.searchOrNumber}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? errorId(id) : undefined}
          value={typed}
          onChange={(event) => type(event.target.value)}
          className={cn(
            inputClass,
            "h-10 pr-10 pl-9 text-base tabular-nums [&::-webkit-search-cancel-button]:hidden",
          )}
        />
        {typed ? (
          <IconButton
            label={words.deleteLast}
            icon={<Delete className="size-4" />}
            className="absolute top-1 right-1"
            onClick={() => {
              type(typed.slice(0, -1));
              input.current?.focus();
            }}
          />
        ) : null}
      </div>
      {problem ? (
        <p id={errorId(id)} role="alert" className="text-danger text-meta">
          {problem}
        </p>
      ) : null}
      {isName ? null : <KeyGrid isLarge onPress={press} />}
      {/* Its place is kept, so that the list does not jump while one types. */}
      <div className={cn("h-11", isName && "sticky bottom-0 order-last")}>
        {isBarredNumber ? (
          <p role="status" className="flex h-full items-center justify-center">
            <DoNotCall />
          </p>
        ) : number === undefined ? null : (
          <Button
            type="submit"
            tone="success"
            size="large"
            className="h-11 w-full"
            icon={<Phone className="size-4" />}
            disabled={busyWith !== undefined}
            tip={busyWith}
            isBusy={isBusy}
          >
            <span className="truncate">{words.callTo(chosen?.contact.name ?? "", formatPhone(number))}</span>
          </Button>
        )}
      </div>
      <Matches
        search={search}
        found={found}
        hasFailed={error !== null}
        chosen={chosen}
        mayCall={busyWith === undefined && !isBusy}
        onRetry={() => void refetch()}
        onChoose={(contact, { number: to }) => {
          setChosen({ contact, number: to });
          forget();
          input.current?.focus();
        }}
        onCall={(contact, { number: to }) => void start(to, contact.id)}
      />
    </form>
  );
}

/** The keypad of the phone: while a call is up here its keys are sent to the other side. */
export function KeypadPage() {
  const { line } = useAtomValue(phoneAtom);
  return (
    <>
      <PageHeader title={words.tabs.Keypad} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto max-w-sm px-4 py-4">{line?.isUp ? <Sending /> : <Dialling />}</div>
      </div>
    </>
  );
}
