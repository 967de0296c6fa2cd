import { useTopic } from "@/realtime";
import { router } from "@/realtime/router";
import { useAtomValue } from "@/store";
import { answers, queryReducers } from "./live";
import { Result, type ResultProps } from "./Result";
import type { Found } from "./useRun";

// Nobody else holds such a topic, so that it is soon enough here.
router.register(queryReducers);

/** What a live query finds, as it stands at any moment. */
export function LiveResult({
  found,
  ...rest
}: Omit<ResultProps, "found"> & { found: Found & { topic: string } }) {
  const { phase, problem } = useTopic(found.topic);
  const answer = useAtomValue(answers.of(found.topic));
  const now = answer
    ? {
        ...found,
        rows: answer.rows.map(({ row }) => row),
        total: answer.total,
        isEstimated: answer.isEstimated,
        hasMore: false,
      }
    : { ...found, hasMore: false };
  return (
    <Result
      {...rest}
      found={now}
      keyed={answer?.rows}
      isLive={phase === "live"}
      problem={phase === "failed" ? problem : undefined}
    />
  );
}
