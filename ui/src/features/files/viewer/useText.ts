import { useEffect, useState } from "react";
import { decode } from "./kinds";

/** The text that bytes are; undefined until they are read. */
export function useText(content: Blob): string | undefined {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isGone = false;
    void content.arrayBuffer().then((bytes) => {
      if (!isGone) {
        setText(decode(new Uint8Array(bytes)));
      }
    });
    return () => {
      isGone = true;
    };
  }, [content]);
  return text;
}
