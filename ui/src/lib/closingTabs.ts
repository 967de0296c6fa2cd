type Close = (object: string, id: string) => void;

let close: Close | undefined;

/** For the row of tabs: what closes those of a record. Gives what ends it. */
export function onCloseRecord(next: Close): () => void {
  close = next;
  return () => {
    close = close === next ? undefined : close;
  };
}

/** Closes the tabs of a record that is not there any more, but for the one that is looked at: that one leaves by itself. */
export const closeRecord: Close = (object, id) => close?.(object, id);
