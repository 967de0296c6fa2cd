import type { ReactNode } from "react";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { identityAtom, useAtomValue } from "@/store";
import { words } from "./messages";
import { SecondFactorField } from "./SecondFactorField";
import { SessionsField } from "./SessionsField";
import { WeekField } from "./WeekField";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="@container rounded-lg border bg-surface shadow-small max-sm:rounded-none max-sm:border-x-0"
    >
      <h2 className="px-6 pt-4 pb-3 font-semibold text-lg @max-md:px-4">{title}</h2>
      {children}
    </section>
  );
}

/** What a user sets about themselves. */
export function AccountPage() {
  const user = useAtomValue(identityAtom)?.userId;
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-5 py-6 max-sm:p-0">
          {user ? (
            <>
              <Part title={words.availability}>
                <WeekField user={user} />
              </Part>
              <Part title={words.secondFactor}>
                <SecondFactorField user={user} />
              </Part>
              <Part title={words.sessions}>
                <SessionsField user={user} />
              </Part>
            </>
          ) : null}
        </div>
      </div>
    </>
  );
}
