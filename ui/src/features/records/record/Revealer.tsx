import { type ReactNode, useMemo } from "react";
import type { WireRecord } from "@/api";
import { decryptField } from "@/api/decrypt";
import { RevealContext } from "@/fields/encrypted/reveal";
import { identityAtom, useAtomValue } from "@/store";
import { sayRefusal } from "../commands";
import { words } from "../messages";

interface RevealerProps {
  object: string;
  record: WireRecord;
  isRemoved: boolean;
  children: ReactNode;
}

/** Lets who has the right open what the record keeps encrypted. */
export function Revealer({ object, record, isRemoved, children }: RevealerProps) {
  const mayDecrypt = useAtomValue(identityAtom)?.system.includes("decrypt") === true && !isRemoved;
  const { id, version } = record;
  const revealing = useMemo(
    () => ({
      of: `${object}:${id}:${version}`,
      open: async (field: string) => {
        try {
          return { value: await decryptField(object, id, field) };
        } catch (error) {
          sayRefusal(error, words.decryptError);
          return undefined;
        }
      },
    }),
    [object, id, version],
  );
  return <RevealContext value={mayDecrypt ? revealing : undefined}>{children}</RevealContext>;
}
