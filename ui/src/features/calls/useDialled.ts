import { useEffect, useState } from "react";

/** The number that was typed, as it is called; undefined where it is none, and for the moment until that is known. */
export function useDialled(typed: string): string | undefined {
  const [known, setKnown] = useState<{ typed: string; number: string | undefined }>();
  useEffect(() => {
    let isWanted = true;
    // The numbering plans of all countries are large, and the row of calls stands on every page.
    import("./dialled").then(
      ({ dialled }) => isWanted && setKnown({ typed, number: dialled(typed) }),
      () => undefined, // placing the call says that they can't be loaded
    );
    return () => {
      isWanted = false;
    };
  }, [typed]);
  return known?.typed === typed ? known.number : undefined;
}
