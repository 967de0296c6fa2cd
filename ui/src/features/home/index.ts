import { House } from "lucide-react";
import { type Feature, page } from "@/feature";
import { title } from "./names";

/** Where the day begins. */
export const home: Feature = {
  routes: [{ path: "/", component: page(() => import("./HomePage"), "HomePage") }],
  places: [{ key: "home", path: "/", label: title, icon: House, section: "live" }],
};
