import { createContext, useContext, useEffect, useState } from "react";

/** What stands for an encrypted value wherever one is shown. */
export const mask = "********";

/** How the encrypted fields of the record on this page are opened; without it they stay masked. */
export interface Revealing {
  /** Changes with whatever changes the record: what was open before is hidden again. */
  of: string;
  /** Asks the server, which tells of it in the audit; undefined where it was refused. */
  open: (field: string) => Promise<{ value: unknown } | undefined>;
}

export const RevealContext = createContext<Revealing | undefined>(undefined);

/** How long an opened value stands before it is hidden again. */
export const openFor = 60_000;

interface Opened {
  /** What it was opened of: nothing else shows it. */
  of: string;
  value: unknown;
}

/** One encrypted value, which is held by nothing but what shows it. */
export function useReveal(field: string) {
  const revealing = useContext(RevealContext);
  const [opened, setOpened] = useState<Opened>();
  const [isBusy, setBusy] = useState(false);
  const hide = () => setOpened(undefined);

  useEffect(() => {
    if (!opened) {
      return;
    }
    const timer = setTimeout(() => setOpened(undefined), openFor);
    return () => clearTimeout(timer);
  }, [opened]);

  return {
    mayOpen: revealing !== undefined,
    shown: opened && opened.of === revealing?.of ? opened : undefined,
    isBusy,
    hide,
    open: async () => {
      if (!revealing || isBusy) {
        return;
      }
      setBusy(true);
      const answer = await revealing.open(field);
      setBusy(false);
      setOpened(answer && { of: revealing.of, value: answer.value });
    },
  };
}
