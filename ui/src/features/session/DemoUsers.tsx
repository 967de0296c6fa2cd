import { ArrowRight } from "lucide-react";
import { Avatar } from "@/components/Avatar/Avatar";
import { words } from "./messages";

/** The people of the demo organization, shown only where the server says that it is one. */
export function DemoUsers({
  isKnown,
  isBusy,
  onChoose,
}: {
  /** Whether the server sent their password. */
  isKnown: boolean;
  isBusy: boolean;
  onChoose: (email: string) => void;
}) {
  return (
    <section className="mt-6" aria-label={words.demoTitle}>
      <h2 className="font-medium text-n12">{words.demoTitle}</h2>
      <p className="mb-2 text-meta text-n11">{isKnown ? words.demoText : words.demoPrinted}</p>
      <ul className="overflow-hidden rounded-lg border bg-surface">
        {words.demoUsers.map((person) => (
          <li key={person.email} className="border-t first:border-t-0">
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onChoose(person.email)}
              className="group flex h-12 w-full items-center gap-2.5 px-3 text-left focus-visible:-outline-offset-2 enabled:hover:bg-n3"
            >
              <Avatar name={person.name} size="small" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{person.name}</span>
                <span className="block truncate text-meta text-n11">{person.email}</span>
              </span>
              <span className="text-meta text-n11">{person.role}</span>
              <ArrowRight aria-hidden className="size-3.5 text-n9 group-hover:text-n12" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
