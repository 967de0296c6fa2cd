import { useEffect, useState } from "react";
import type { Command } from "@/feature";
import { ownCountry } from "@/fields/phone/country";
import { isE164, isLikeNumber } from "@/lib/phone";
import { useStandings } from "@/realtime";

/** What may call or text somebody. */
interface Reaching {
  reaches?: Command["reaches"] | undefined;
}

/** What was typed as a whole number in E.164, once the numbering plans are there. */
function useTypedNumber(typed: string): string | undefined {
  const [known, setKnown] = useState<{ typed: string; number: string | undefined }>();
  useEffect(() => {
    let isWanted = true;
    if (isLikeNumber(typed)) {
      import("@/lib/phoneNumber").then(
        ({ readNumber }) => isWanted && setKnown({ typed, number: readNumber(typed, ownCountry())?.number }),
        () => undefined, // what it leads to says so
      );
    }
    return () => {
      isWanted = false;
    };
  }, [typed]);
  return known?.typed === typed ? known.number : undefined;
}

/** Tells what of commands may be offered: none that calls or texts somebody who is not to be. */
export function useReach(typed: string, commands: readonly Reaching[]) {
  const typedNumber = useTypedNumber(typed);
  const numberOf = (number: string) => (isE164(number) ? number : typedNumber);
  const standingOf = useStandings(commands.map(({ reaches }) => reaches && numberOf(reaches.number)));
  return ({ reaches }: Reaching): boolean => {
    if (!reaches) {
      return true;
    }
    const { isBarred, isOptedOut } = standingOf(numberOf(reaches.number));
    return !isBarred && !(reaches.byText && isOptedOut);
  };
}
