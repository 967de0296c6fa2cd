import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { carryOut, type WireRecord } from "@/api";
import { keep, useAtomValue, useRecords } from "@/store";
import { kept } from "./kept";
import { type Job, object } from "./objects";

/** The jobs that I have not put away, the newest first. Those of before the page was opened are read once. */
export function useJobs(): readonly Job[] {
  const counts = useAtomValue(kept.counts);
  // Their ids begin with the time when they were made, so the newest come first.
  const ids = useMemo(() => Object.keys(counts).sort().reverse(), [counts]);
  const known = useRecords<Job>(object, ids);
  const unknown = ids.filter((id) => !known.some((job) => job.id === id));
  useQuery({
    queryKey: ["jobs", unknown.join()],
    enabled: unknown.length > 0,
    queryFn: async () => {
      const { data } = await carryOut("GET /job", {});
      keep(object, data as unknown as WireRecord[]);
      return data.length;
    },
  });
  return known.filter((job) => !job.dismissed);
}
