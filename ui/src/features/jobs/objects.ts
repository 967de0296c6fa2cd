import type { WireRecord } from "@/api";
import type { JobRecord as Stored } from "@/api/generated/records";

export const object = "job";

export type Job = Stored & WireRecord;
