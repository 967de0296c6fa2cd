import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentType, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Created, StepActions } from "../StepActions";
import type { StepProps } from "../wizard";
import { events, type Made, post, readMade, sayStep, subscribe } from "./calls";
import { words } from "./messages";

interface Creation {
  object: string;
  what: string;
  button: string;
  /** Whether the step is done with what there is. */
  isDone: (made: Made) => boolean;
  /** Does it; with the newest of the object where there is one. */
  create: (made: Made | undefined) => Promise<unknown>;
  Shown?: ComponentType;
}

/** A step that creates one thing at the provider. What it creates has a record, by which it is known again. */
function Create({ creation, ...props }: StepProps & { creation: Creation }) {
  const { object, what, button, isDone, create, Shown } = creation;
  const { advance, back, isBusy } = props;
  const [isCreating, setCreating] = useState(false);
  const { data, isPending, refetch } = useQuery({
    queryKey: ["onboarding", object],
    staleTime: 0,
    queryFn: ({ signal }) => readMade(object, signal),
  });
  const made = data?.at(-1);
  if (isPending) {
    return null;
  }
  if (made && isDone(made)) {
    return (
      <Created {...props} what={`${what} ${made.sid ?? ""}`} advance={() => advance()}>
        <Link
          to="/view/$object/record/$id/standard"
          params={{ object, id: made.id }}
          className="text-accent hover:underline"
        >
          {words.open}
        </Link>
      </Created>
    );
  }
  const press = async () => {
    setCreating(true);
    try {
      await create(made);
      await advance();
    } catch (error) {
      sayStep(error);
    }
    await refetch();
    setCreating(false);
  };
  return (
    <>
      {Shown ? <Shown /> : null}
      <StepActions back={back}>
        <Button tone="primary" isBusy={isBusy || isCreating} onClick={() => void press()}>
          {button}
        </Button>
      </StepActions>
    </>
  );
}

const always = () => true;
const name = "Switchboard";

const voiceApplication: Creation = {
  object: "twilio_application",
  what: words.voiceApplication,
  button: words.create,
  isDone: always,
  create: () => post("POST /twilio/application", { friendly_name: name }),
};

const apiKey: Creation = {
  object: "twilio_key",
  what: words.apiKey,
  button: words.create,
  isDone: always,
  create: () => post("POST /twilio/key", { friendly_name: name }),
};

const messagingService: Creation = {
  object: "twilio_service",
  what: words.messagingService,
  button: words.create,
  isDone: always,
  create: () => post("POST /twilio/service", { friendly_name: name }),
};

function Events() {
  return (
    <ul aria-label={words.events} className="flex flex-wrap gap-1">
      {events.map((event) => (
        <li key={event} className="rounded bg-n3 px-1.5 py-0.5 text-meta">
          {event}
        </li>
      ))}
    </ul>
  );
}

const hasAll = ({ filters }: Made) =>
  Array.isArray(filters) && events.every((event) => filters.includes(event));

const eventFilters: Creation = {
  object: "twilio_service",
  what: words.eventFilters,
  button: words.update,
  isDone: hasAll,
  create: async (service) => {
    if (!service?.sid) {
      throw new Error(words.missing);
    }
    await subscribe(service.sid);
  },
  Shown: Events,
};

export const VoiceApplication = (props: StepProps) => <Create {...props} creation={voiceApplication} />;
export const ApiKey = (props: StepProps) => <Create {...props} creation={apiKey} />;
export const MessagingService = (props: StepProps) => <Create {...props} creation={messagingService} />;
export const EventFilters = (props: StepProps) => <Create {...props} creation={eventFilters} />;
