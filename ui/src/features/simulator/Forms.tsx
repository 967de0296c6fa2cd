import { MessageSquareText, PhoneIncoming } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { ApiError, detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { Select } from "@/components/Field/Select";
import { toast } from "@/components/Toaster/toasts";
import { cn } from "@/lib/cn";
import { formatPhone } from "@/lib/phone";
import { type OurNumber, type Person, placeCall, sendText } from "./api";
import { words } from "./messages";
import { PersonField } from "./PersonField";
import { TextFiles } from "./TextFiles";

interface FormProps {
  numbers: readonly OurNumber[];
  onDone: () => void;
}

function NumberField({
  numbers,
  value,
  onChange,
}: {
  numbers: readonly OurNumber[];
  value: string;
  onChange: (number: string) => void;
}) {
  const id = useId();
  return (
    <Field label={words.to} htmlFor={id}>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)} className="h-11 pr-8">
        {numbers.map(({ number }) => (
          <option key={number} value={number}>
            {formatPhone(number)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function Card({
  title,
  icon,
  children,
  onSubmit,
}: {
  title: string;
  icon: ReactNode;
  children: ReactNode;
  onSubmit: (event: FormEvent) => void;
}) {
  const id = useId();
  return (
    <form
      noValidate
      aria-labelledby={id}
      onSubmit={onSubmit}
      className="flex flex-col gap-4 rounded-lg border bg-surface p-5 shadow-small"
    >
      <h2 id={id} className="flex items-center gap-2.5 font-semibold">
        <span className="inline-flex size-7 items-center justify-center rounded bg-accent-soft text-accent-text [&_svg]:size-4">
          {icon}
        </span>
        {title}
      </h2>
      {children}
    </form>
  );
}

const nameOf = (person: Person) => (person.name === person.number ? formatPhone(person.number) : person.name);

/** What a form sends: the sentence on success, or what was refused in place or as a toast. */
function useSending(onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const run = async (
    send: () => Promise<unknown>,
    success: string,
    onRefused?: (problem: ApiError) => boolean,
  ) => {
    setBusy(true);
    try {
      await send();
      toast.success(success);
      onDone();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && onRefused?.(error))) {
        toast.error(words.failed(detailOf(error)));
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}

/** Somebody outside calls us. */
export function CallForm({ numbers, onDone }: FormProps) {
  const [person, setPerson] = useState<Person>();
  const [to, setTo] = useState(numbers[0]?.number ?? "");
  const [problem, setProblem] = useState<string>();
  const { isBusy, run } = useSending(onDone);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!person) {
      setProblem(words.fromRequired);
      return;
    }
    void run(
      () => placeCall(person.number, to),
      words.callPlaced(nameOf(person)),
      ({ errors }) => {
        setProblem(errors.from?.[0]);
        return errors.from !== undefined;
      },
    );
  };

  return (
    <Card title={words.placeCall} icon={<PhoneIncoming aria-hidden />} onSubmit={submit}>
      <PersonField
        value={person}
        problem={problem}
        onChange={(next) => {
          setPerson(next);
          setProblem(undefined);
        }}
      />
      <NumberField numbers={numbers} value={to} onChange={setTo} />
      <p className="flex-1 text-n11">{words.callHint}</p>
      <Button
        type="submit"
        tone="primary"
        size="large"
        icon={<PhoneIncoming className="size-4" />}
        isBusy={isBusy}
      >
        {words.call}
      </Button>
    </Card>
  );
}

/** Somebody outside sends us a text. */
export function TextForm({ numbers, onDone }: FormProps) {
  const [person, setPerson] = useState<Person>();
  const [to, setTo] = useState(numbers[0]?.number ?? "");
  const [body, setBody] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<{ from?: string; body?: string }>({});
  const { isBusy, run } = useSending(onDone);
  const bodyId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = body.trim() === "" && files.length === 0;
    const found = {
      ...(person ? {} : { from: words.fromRequired }),
      ...(isEmpty ? { body: words.bodyRequired } : {}),
    };
    setProblems(found);
    if (!person || isEmpty) {
      return;
    }
    void run(
      () => sendText(person.number, to, body, files),
      words.textSent(nameOf(person)),
      ({ errors }) => {
        const [from, text] = [errors.from?.[0], errors.body?.[0]];
        setProblems({ ...(from ? { from } : {}), ...(text ? { body: text } : {}) });
        return (from ?? text) !== undefined;
      },
    ).then((isSent) => {
      if (isSent) {
        setBody("");
        setFiles([]);
      }
    });
  };

  return (
    <Card title={words.sendText} icon={<MessageSquareText aria-hidden />} onSubmit={submit}>
      <PersonField
        value={person}
        problem={problems.from}
        onChange={(next) => {
          setPerson(next);
          setProblems({});
        }}
      />
      <NumberField numbers={numbers} value={to} onChange={setTo} />
      <Field label={words.body} htmlFor={bodyId} error={problems.body}>
        <textarea
          id={bodyId}
          rows={3}
          maxLength={1600}
          placeholder={words.bodyPlaceholder}
          value={body}
          onChange={(event) => {
            setBody(event.target.value);
            setProblems({});
          }}
          aria-invalid={problems.body !== undefined}
          aria-describedby={problems.body ? errorId(bodyId) : undefined}
          className={cn(inputClass, "h-auto resize-y py-2")}
        />
      </Field>
      <TextFiles files={files} onChange={setFiles} />
      <Button
        type="submit"
        tone="primary"
        size="large"
        icon={<MessageSquareText className="size-4" />}
        isBusy={isBusy}
      >
        {words.send}
      </Button>
    </Card>
  );
}
