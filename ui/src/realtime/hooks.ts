import { useEffect } from "react";
import { useAtomValue } from "@/store";
import { topics } from "./tab";
import type { TopicState } from "./topics";

/** Holds a topic while the component is shown. */
export function useTopic(topic: string): TopicState {
  useEffect(() => topics.acquire(topic), [topic]);
  return useAtomValue(topics.stateOf(topic));
}

/** Holds several topics whose states nobody needs. */
export function useTopics(names: readonly string[]): void {
  const joined = names.join(" ");
  useEffect(() => {
    const releases = joined.split(" ").filter(Boolean).map(topics.acquire);
    return () => {
      for (const release of releases) {
        release();
      }
    };
  }, [joined]);
}
