import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { words as frameWords } from "../messages";
import { StepActions } from "../StepActions";
import type { StepProps } from "../wizard";
import { type Phone, post, readMade, readPhones, sayStep, serve } from "./calls";
import { words } from "./messages";

interface Doing {
  button: string;
  /** The object whose newest record it needs. */
  object: string;
  isDone: (phone: Phone, sid: string) => boolean;
  act: (phone: Phone, sid: string) => Promise<unknown>;
}

/** The numbers that the wizard is about: those of the account. */
const phonesOf = (all: readonly Phone[], chosen: unknown): readonly Phone[] =>
  Array.isArray(chosen) && chosen.length > 0 ? all.filter(({ sid }) => chosen.includes(sid)) : all;

/** A step that does something with each number. */
function EachPhone({ doing, data, advance, back, isBusy, isLast }: StepProps & { doing: Doing }) {
  const { button, object, isDone, act } = doing;
  const [at, setAt] = useState<string>();
  const { data: read, refetch } = useQuery({
    queryKey: ["onboarding", "phones", object],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [all, made] = await Promise.all([readPhones(signal), readMade(object, signal)]);
      return { all, sid: made.at(-1)?.sid ?? "" };
    },
  });
  if (!read) {
    return null;
  }
  const phones = phonesOf(read.all, data.phones);
  const press = async (phone: Phone) => {
    setAt(phone.id);
    try {
      await act(phone, read.sid);
    } catch (error) {
      sayStep(error);
    }
    await refetch();
    setAt(undefined);
  };
  const isReady = phones.some((phone) => isDone(phone, read.sid));
  return (
    <>
      {read.sid === "" || phones.length === 0 ? (
        <p role="alert" className="text-n11">
          {read.sid === "" ? words.missing : words.noNumbers}
        </p>
      ) : (
        <ul aria-label={words.numbers} className="flex max-w-160 flex-col divide-y rounded border">
          {phones.map((phone) => (
            <li key={phone.id} className="flex min-h-11 items-center gap-3 px-3 py-1.5">
              <Link
                to="/view/$object/record/$id/standard"
                params={{ object: "twilio_phone", id: phone.id }}
                className="min-w-0 flex-1 truncate font-medium hover:underline"
              >
                {phone.friendly_number ?? phone.phone_number}
              </Link>
              {isDone(phone, read.sid) ? (
                <span className="flex items-center gap-1.5 text-n11">
                  <CircleCheck aria-hidden className="size-4 text-success" />
                  {frameWords.alreadyCreated}
                </span>
              ) : (
                <Button
                  isBusy={at === phone.id}
                  aria-label={`${button} ${phone.friendly_number ?? phone.phone_number ?? ""}`}
                  onClick={() => void press(phone)}
                >
                  {button}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <StepActions back={back}>
        <Button tone="primary" disabled={!isReady} isBusy={isBusy} onClick={() => void advance()}>
          {isLast ? frameWords.done : frameWords.next}
        </Button>
      </StepActions>
    </>
  );
}

const assignVoice: Doing = {
  button: words.assign,
  object: "twilio_application",
  isDone: (phone, sid) => phone.voice_application_sid === sid,
  act: (phone, sid) =>
    post("POST /twilio/phone/assign", { sid: phone.sid ?? "", voice_application_sid: sid }),
};

const assignMessaging: Doing = {
  button: words.assign,
  object: "twilio_service",
  isDone: (phone, sid) => phone.service_sid === sid,
  act: (phone, sid) => serve(sid, phone.sid ?? ""),
};

const autoCreation: Doing = {
  button: words.setUp,
  object: "twilio_service",
  isDone: (phone) => phone.auto_creation_enabled === true,
  act: (phone, sid) =>
    post("POST /twilio/address", {
      auto_creation_enabled: true,
      auto_creation_conversation_service_sid: sid,
      auto_creation_type: "default",
      address: phone.phone_number ?? "",
      type: "sms",
    }),
};

export const AssignVoice = (props: StepProps) => <EachPhone {...props} doing={assignVoice} />;
export const AssignMessaging = (props: StepProps) => <EachPhone {...props} doing={assignMessaging} />;
export const AutoCreation = (props: StepProps) => <EachPhone {...props} doing={autoCreation} />;
