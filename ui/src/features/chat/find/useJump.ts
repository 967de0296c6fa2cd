import { type RefObject, useEffect, useState } from "react";
import { getRecord } from "@/api";
import type { ThreadHandle } from "@/components/Thread/Thread";
import { toast } from "@/components/Toaster/toasts";
import { entities, keep, store } from "@/store";
import { type ChatMessage, messages } from "../objects";
import { loadBackTo } from "./jump";
import { words } from "./messages";

/** How long a message that was jumped to stands out, in milliseconds. */
const markedFor = 4_000;

async function messageOf(id: string): Promise<ChatMessage> {
  const known = entities.read(store.get, messages, id)?.record as ChatMessage | undefined;
  if (known) {
    return known;
  }
  const message = await getRecord<ChatMessage>(messages, id);
  keep(messages, [message]);
  return message;
}

interface Jump {
  chat: string;
  /** The message to show. */
  at: string | undefined;
  /** Whether the messages of the chat are there. */
  isReady: boolean;
  handle: RefObject<ThreadHandle | null>;
}

/** Shows the message that the address names, wherever it stands in the chat. */
export function useJump({ chat, at, isReady, handle }: Jump) {
  const [marked, setMarked] = useState<string>();
  const [far, setFar] = useState<{ message: string; number: number }>();

  useEffect(() => {
    if (marked === undefined) {
      return undefined;
    }
    // The list has the message once it is painted.
    const frame = requestAnimationFrame(() => handle.current?.toItem(marked));
    const timer = setTimeout(() => setMarked(undefined), markedFor);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [marked, handle]);

  useEffect(() => {
    if (at === undefined || !isReady) {
      return undefined;
    }
    let isWanted = true;
    const show = async () => {
      const { id, number } = await messageOf(at);
      if (typeof number !== "number") {
        return; // a reply, which its thread shows
      }
      const isNear = await loadBackTo(chat, number);
      if (isWanted && isNear) {
        setMarked(id);
      } else if (isWanted) {
        setFar({ message: id, number });
      }
    };
    show().catch(() => isWanted && toast.error(words.gone));
    return () => {
      isWanted = false;
    };
  }, [at, isReady, chat]);

  return {
    marked,
    far,
    leaveFar: () => setFar(undefined),
    /** Shows the message with a number. */
    toNumber: async (number: number, idOf: (number: number) => string | undefined) => {
      const isNear = await loadBackTo(chat, number).catch(() => false);
      const id = isNear ? idOf(number) : undefined;
      if (id !== undefined) {
        setMarked(id);
      }
    },
  };
}
