import { useEffect, useState } from "react";
import { useFeatures } from "@/feature";
import { useTopics, watchActivity } from "@/realtime";
import { goLive } from "../goLive";
import { useLoadAhead } from "../loading";
import { useShellKeys } from "../shellKeys";

/** What works as long as somebody is signed in, whatever page he is on. */
export function useRunning(): void {
  const features = useFeatures();
  const [, fail] = useState<never>();
  useEffect(() => {
    goLive(features, (error) =>
      fail(() => {
        throw error;
      }),
    );
  }, [features]);
  useEffect(() => watchActivity(), []);
  useTopics(features.flatMap((feature) => feature.topics ?? []));
  useShellKeys();
  useLoadAhead();
}
