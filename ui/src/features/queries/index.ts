import { SquareTerminal } from "lucide-react";
import { type Feature, page } from "@/feature";
import { title } from "./names";

const path = "/query";

/** Where records are asked for in a language of their own (docs/query.md). */
export const queries: Feature = {
  routes: [{ path, component: page(() => import("./QueryPage"), "QueryPage") }],
  places: [{ key: "query", path, label: title, icon: SquareTerminal, section: "tools" }],
};
