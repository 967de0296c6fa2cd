import { useEffect, useState } from "react";

/** Addresses of the product's own files; their pictures are read with one's rights. */
const ownFile = /^\/v1\/(public\/)?files\//;

/** Whether a picture is a file that the product stores. */
export const isStored = (address: string): boolean =>
  URL.canParse(address, location.origin) && ownFile.test(new URL(address, location.origin).pathname);

/** The types that are shown as pictures; others may hold scripts. */
const shown = /^image\/(jpeg|png|gif|webp|avif|bmp|x-icon)$/;

type Located = { address: string } | "waiting" | "failed";

/**
 * The address under which the page has a picture. One that the product stores is fetched with one's rights: the browser
 * would ask for it without.
 */
export function useLocated(address: string): Located {
  const isOwn = isStored(address);
  const [located, setLocated] = useState<Located>("waiting");
  useEffect(() => {
    if (!isOwn) {
      return;
    }
    const stop = new AbortController();
    let made: string | undefined;
    setLocated("waiting");
    import("@/api/files")
      .then(({ readLocation }) => readLocation(address, stop.signal))
      .then(
        (content) => {
          if (!stop.signal.aborted && shown.test(content.type)) {
            made = URL.createObjectURL(content);
            setLocated({ address: made });
          } else {
            setLocated("failed");
          }
        },
        () => stop.signal.aborted || setLocated("failed"),
      );
    return () => {
      stop.abort();
      if (made !== undefined) {
        URL.revokeObjectURL(made);
      }
    };
  }, [address, isOwn]);
  return isOwn ? located : { address };
}
