import type { Feature } from "@/feature";
import { presenceReducers } from "./reducers";

/** Who is there, and my own availability. */
export const presence: Feature = { reducers: presenceReducers, topics: ["presence"] };
