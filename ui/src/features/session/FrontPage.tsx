import type { ReactNode } from "react";

interface FrontPageProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A page for somebody who is not signed in: the mark, what it is about, and a card. */
export function FrontPage({ title, lead, children }: FrontPageProps) {
  return (
    <main className="flex h-full flex-col items-center overflow-y-auto bg-n2 px-4 py-10">
      <div className="my-auto w-full max-w-90">
        <div className="mb-7 flex flex-col items-center text-center">
          <img src="/mark.svg" alt="" className="mb-5 size-11" />
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {lead ? <p className="mt-1 text-n11">{lead}</p> : null}
        </div>
        {children}
      </div>
    </main>
  );
}

/** The card's classes. */
export const card = "flex flex-col gap-4 rounded-xl border bg-surface p-6 shadow-small";
