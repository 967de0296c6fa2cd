import { Link } from "@tanstack/react-router";
import type { Reference } from "@/api";
import { cn } from "@/lib/cn";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { referenceName } from "./value";

const threads: Record<
  string,
  "/view/twilio_conversation/record/$id/conversation" | "/view/chat/record/$id/conversation"
> = {
  twilio_conversation: "/view/twilio_conversation/record/$id/conversation",
  chat: "/view/chat/record/$id/conversation",
};

interface RecordLinkProps {
  object: string;
  reference: Reference;
  className?: string;
}

/** The name of another record, which leads to it where the reader may go there. */
export function RecordLink({ object, reference, className }: RecordLinkProps) {
  const mayRead = rightsFor(useAtomValue(identityAtom), object).read;
  const name = referenceName(reference);
  if (!mayRead) {
    return <span className={cn("truncate", className)}>{name}</span>;
  }
  const look = cn("truncate text-accent-text hover:underline", className);
  const thread = threads[object];
  return thread ? (
    <Link to={thread} params={{ id: reference.id }} className={look}>
      {name}
    </Link>
  ) : (
    <Link to="/view/$object/record/$id/standard" params={{ object, id: reference.id }} className={look}>
      {name}
    </Link>
  );
}
