import { CalendarClock, DatabaseZap } from "lucide-react";
import type { Feature } from "@/feature";

/** Code that runs by itself, and what it shares. */
export const automation: Feature = {
  objects: {
    record_trigger: {
      icon: DatabaseZap,
      label: "Record triggers",
      isQuiet: true,
      relatedBy: ["app", "function"],
    },
    schedule_trigger: {
      icon: CalendarClock,
      label: "Schedules",
      isQuiet: true,
      relatedBy: ["app", "function"],
    },
    api_trigger: { label: "API triggers", isQuiet: true, relatedBy: ["app", "function"] },
    function: { label: "Functions", isQuiet: true, relatedBy: ["app"] },
  },
};
