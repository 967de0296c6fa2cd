import { carryOut } from "@/api";
import type { RestCommands } from "@/api/generated/commands";

export type ApiKey = RestCommands["GET /api_key"]["reply"]["data"][number];

/** Under which the list of keys is kept. */
export const keysQuery = ["api keys"] as const;

export const readKeys = async (): Promise<ApiKey[]> => (await carryOut("GET /api_key", {})).data;
