import { Link } from "@tanstack/react-router";
import type { Reference } from "@/api";
import { useFacts } from "@/feature";
import { cn } from "@/lib/cn";
import { identityAtom, rightsFor, useAtomValue } from "@/store";
import { referenceName } from "./value";

interface RecordLinkProps {
  object: string;
  reference: Reference;
  className?: string;
}

/** The name of another record, which leads to it where the reader may go there. */
export function RecordLink({ object, reference, className }: RecordLinkProps) {
  const facts = useFacts(object);
  const mayRead = rightsFor(useAtomValue(identityAtom), object).read;
  const name = referenceName(reference);
  if (!mayRead) {
    return (
      <span data-tip-cut dir="auto" className={cn("truncate text-left", className)}>
        {name}
      </span>
    );
  }
  const look = cn("truncate text-left text-accent-text hover:underline", className);
  const path = facts.find((one) => one.path)?.path;
  return path ? (
    <Link to={path(reference.id)} data-tip-cut dir="auto" className={look}>
      {name}
    </Link>
  ) : (
    <Link
      to="/view/$object/record/$id/standard"
      params={{ object, id: reference.id }}
      data-tip-cut
      dir="auto"
      className={look}
    >
      {name}
    </Link>
  );
}
