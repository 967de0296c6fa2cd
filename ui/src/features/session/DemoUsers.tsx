import { ArrowRight } from "lucide-react";
import { Avatar } from "@/components/Avatar/Avatar";
import { words } from "./messages";

/** The people of the demo organization, shown only where the server says that it is one. */
export function DemoUsers({
  isFilledIn,
  onChoose,
}: {
  /** The password, as the server gave it. */
  isFilledIn: boolean;
  onChoose: (email: string) => void;
}) {
  return (
    <section className="mt-6" aria-label={words.demoTitle}>
      <h2 className="font-medium text-n12">{words.demoTitle}</h2>
      <p className="mb-2 text-meta text-n11">{isFilledIn ? words.demoText : words.demoPrinted}</p>
      <ul className="overflow-hidden rounded-lg border bg-surface">
        {words.demoUsers.map((person) => (
          <li key={person.email} className="border-t first:border-t-0">
            <button
              type="button"
              onClick={() => onChoose(person.email)}
              className="group flex h-10 w-full items-center gap-2.5 px-3 text-left hover:bg-n3 focus-visible:-outline-offset-2"
            >
              <Avatar name={person.email.split("@")[0] ?? ""} size="small" />
              <span className="flex-1 truncate">{person.email}</span>
              <span className="text-meta text-n11">{person.role}</span>
              <ArrowRight aria-hidden className="size-3.5 text-n9 group-hover:text-n12" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
