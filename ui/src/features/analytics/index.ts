import type { Feature } from "@/feature";

/** Reports, dashboards and queries. */
export const analytics: Feature = {
  objects: {
    report: { isQuiet: true },
    dashboard: { isQuiet: true },
    report_sql: { label: "Queries", isQuiet: true },
  },
};
