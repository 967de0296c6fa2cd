import { useEffect } from "react";
import { useAtomValue } from "@/store";
import { topics } from "./connection";
import type { TopicState } from "./topics";

/** Holds a topic while the component is shown. */
export function useTopic(topic: string): TopicState {
  useEffect(() => topics.acquire(topic), [topic]);
  return useAtomValue(topics.stateOf(topic));
}
