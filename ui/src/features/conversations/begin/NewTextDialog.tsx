import { useNavigate } from "@tanstack/react-router";
import { Ban, MessageCircle, Send } from "lucide-react";
import { useId, useState } from "react";
import { detailOf } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { sends } from "@/components/Composer/keys";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { thread as threadWords } from "@/messages/thread";
import { useAtom } from "@/store";
import { useMaxLength } from "@/thread/useMaxLength";
import { sendText } from "../actions";
import { words as textWords } from "../messages";
import { messages, pathOf } from "../objects";
import { segmentsOf } from "../segments";
import { beginConversation, useLook } from "./begin";
import { words } from "./messages";
import { type NewText, newTextAtom } from "./newText";
import { RecipientField } from "./RecipientField";
import { type Recipient, recipientsOf, typedRecipient } from "./recipients";

const lengthOf = (text: string) => [...text.trim()].length;

interface MessageFieldProps {
  body: string;
  problem: string | undefined;
  maxLength: number | undefined;
  onChange: (body: string) => void;
}

function MessageField({ body, problem, maxLength, onChange }: MessageFieldProps) {
  const id = useId();
  return (
    <Field label={words.message} htmlFor={id} error={problem} isRequired className="min-h-20 flex-1">
      <textarea
        id={id}
        dir="auto"
        value={body}
        placeholder={words.placeholder}
        aria-required
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? errorId(id) : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (sends(event.nativeEvent)) {
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }
        }}
        className={cn(inputClass, "h-auto min-h-0 flex-1 resize-none py-2")}
      />
      {maxLength && body !== "" ? (
        <p className="text-right text-meta text-n11 tabular-nums">
          {textWords.measure([...body].length, maxLength, segmentsOf(body))}
        </p>
      ) : null}
    </Field>
  );
}

/** What the server says before anything is sent: why nothing may be, or where it goes. */
function Known({ look, onOpen }: { look: ReturnType<typeof useLook>; onOpen: (id: string) => void }) {
  const refusal = look.data?.refusal ?? (look.isError ? detailOf(look.error) : undefined);
  const conversation = look.data?.conversation;
  return (
    <>
      {refusal ? (
        <Banner tone="danger" icon={<Ban aria-hidden />}>
          {refusal}
        </Banner>
      ) : null}
      {conversation ? (
        <Banner
          tone="info"
          icon={<MessageCircle aria-hidden />}
          action={
            <button
              type="button"
              className="shrink-0 rounded font-medium underline-offset-2 hover:underline"
              onClick={() => onOpen(conversation)}
            >
              {words.open}
            </button>
          }
        >
          {words.goesOn}
        </Banner>
      ) : null}
    </>
  );
}

/** Begins a text to a contact or a number, wherever one is, and goes to its thread. */
function NewTextDialog({ text, onClose }: { text: NewText; onClose: () => void }) {
  const navigate = useNavigate();
  const maxLength = useMaxLength(messages);
  const own = text.contact ? recipientsOf(text.contact) : [];
  const [to, setTo] = useState<Recipient | undefined>(own[0] ?? typedRecipient(text.typed ?? ""));
  const [body, setBody] = useState("");
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const look = useLook(to);
  const isRefused = look.data?.refusal !== undefined || look.isError;
  const over = maxLength === undefined ? 0 : lengthOf(body) - maxLength;
  const missing = lengthOf(body) === 0 && isTried ? textWords.emptyText : undefined;
  const tooLong = over > 0 ? threadWords.tooLong(over, maxLength ?? 0) : undefined;

  const open = async (id: string) => {
    onClose();
    await navigate({ to: pathOf(id) });
  };
  const submit = async () => {
    setTried(true);
    if (!to || lengthOf(body) === 0 || over > 0 || isRefused || isBusy) {
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const id = await beginConversation(to);
      void sendText(id, body.trim());
      await open(id);
    } catch (error) {
      setProblem(detailOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      onSubmit={submit}
      className="max-w-lg"
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button
            type="submit"
            tone="primary"
            icon={<Send aria-hidden className="size-4" />}
            disabled={isRefused}
            isBusy={isBusy}
          >
            {words.send}
          </Button>
        </>
      }
    >
      {/* Of one height, whatever is told: nothing moves under the pointer. */}
      <div className="flex h-80 flex-col gap-4">
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <RecipientField
          value={to}
          numbers={own.some(({ contact }) => contact === to?.contact) ? own : []}
          typed={text.typed}
          problem={isTried && !to ? words.required : undefined}
          onChange={(next) => {
            setTo(next);
            setTried(false);
          }}
        />
        {to ? <Known look={look} onOpen={(id) => void open(id)} /> : null}
        <MessageField
          body={body}
          problem={tooLong ?? missing}
          maxLength={maxLength}
          onChange={(next) => {
            setBody(next);
            setTried(false);
          }}
        />
      </div>
    </Dialog>
  );
}

/** The text that is being begun, over whatever page one is on. */
export function NewTextOverlay() {
  const [text, set] = useAtom(newTextAtom);
  return text ? <NewTextDialog text={text} onClose={() => set(undefined)} /> : null;
}
