import type { RecordOf, Stored } from "@/api";

export type CallRecord = RecordOf<Stored.CallRecord, "status" | "direction">;
