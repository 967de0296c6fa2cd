import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Mail } from "lucide-react";
import type { Letter } from "@/api";
import { Time } from "@/components/Time/Time";
import { readLetters } from "./api";
import { words } from "./messages";

/** The link that a letter asks its reader to open. */
const linkIn = (text: string) => /^https?:\/\/\S+$/m.exec(text)?.[0];

function LetterLine({ letter }: { letter: Letter }) {
  const link = linkIn(letter.text);
  return (
    <li className="border-t first:border-t-0">
      <details className="group">
        <summary className="flex h-14 cursor-pointer list-none items-center gap-3 px-4 hover:bg-n3 focus-visible:-outline-offset-2">
          <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-text">
            <Mail aria-hidden className="size-4" />
          </span>
          <span className="min-w-0 flex-1 leading-4">
            <span className="block truncate font-medium">{letter.to}</span>
            <span className="mt-0.5 block truncate text-n11">{letter.subject}</span>
          </span>
          <Time at={letter.at} className="w-16 shrink-0 text-right text-meta text-n11" />
        </summary>
        <div className="border-t bg-n2 px-4 py-3">
          <p className="whitespace-pre-wrap break-words text-n12">{letter.text}</p>
          {link ? (
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className="mt-3 inline-flex items-center gap-1.5 font-medium text-accent-text hover:underline"
            >
              {words.openLetter}
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          ) : null}
        </div>
      </details>
    </li>
  );
}

export function useLetters(isAllowed: boolean) {
  return useQuery({
    queryKey: ["simulator", "letters"],
    enabled: isAllowed,
    staleTime: 0,
    queryFn: ({ signal }) => readLetters(signal),
  });
}

/** The mail that nobody sent for real: what the invited would find in their boxes. */
export function LetterList({ letters }: { letters: readonly Letter[] }) {
  return (
    <ul className="overflow-hidden rounded-lg border bg-surface shadow-small">
      {letters.map((letter) => (
        <LetterLine key={letter.id} letter={letter} />
      ))}
    </ul>
  );
}
