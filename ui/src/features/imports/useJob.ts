import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { WireRecord } from "@/api";
import type { JobRecord } from "@/api/generated/records";
import { keep, useRecord } from "@/store";
import { send } from "./api";

export type Job = JobRecord & WireRecord;

const object = "job";

export const isOpen = (job: Job | undefined) => job?.status === "queued" || job?.status === "running";

/** A job, live: its changes arrive where its owner is; what was before the page was opened is read once. */
export function useJob(id: string | undefined, onEnded: () => void): Job | undefined {
  const job = useRecord<Job>(object, id ?? "");
  useQuery({
    queryKey: ["import-job", id],
    enabled: id !== undefined && job === undefined,
    queryFn: async () => {
      const read = await send("GET /job/{id}", { id: id ?? "" });
      keep(object, [read as unknown as WireRecord]);
      return read.id;
    },
  });
  const status = job?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the status changes
  useEffect(() => {
    if (status !== undefined) {
      onEnded();
    }
  }, [id, status]);
  return job;
}
