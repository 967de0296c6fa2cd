import type { Feature } from "@/feature";
import { presenceReducers } from "./reducers";

/** Who is there, and what I am to the others. */
export const presence: Feature = { reducers: presenceReducers, topics: ["presence"] };
