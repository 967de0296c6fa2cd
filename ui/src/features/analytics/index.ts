import { ChartColumn, LayoutDashboard, SquareTerminal } from "lucide-react";
import type { Feature } from "@/feature";

/** Reports, dashboards and queries. */
export const analytics: Feature = {
  objects: {
    report: { icon: ChartColumn, isQuiet: true },
    dashboard: { icon: LayoutDashboard, isQuiet: true },
    report_sql: { icon: SquareTerminal, label: "Queries", isQuiet: true },
  },
};
