import { ChartColumn, LayoutDashboard, SquareTerminal } from "lucide-react";
import { type Feature, page } from "@/feature";
import { dashboardSearch, reportSearch } from "./search";

const reports = () => import("./report/pages");
const dashboards = () => import("./dashboard/pages");

/** Reports, dashboards and queries. */
export const analytics: Feature = {
  routes: [
    { path: "/view/report/new", component: page(reports, "NewReportRoute"), search: reportSearch },
    {
      path: "/view/report/record/$id/standard",
      component: page(reports, "ReportRoute"),
      search: reportSearch,
    },
    {
      path: "/view/dashboard/new",
      component: page(dashboards, "NewDashboardRoute"),
      search: dashboardSearch,
    },
    {
      path: "/view/dashboard/record/$id/standard",
      component: page(dashboards, "DashboardRoute"),
      search: dashboardSearch,
    },
  ],
  objects: {
    report: { icon: ChartColumn, order: 20 },
    dashboard: { icon: LayoutDashboard, order: 21 },
    report_sql: { label: "Queries", icon: SquareTerminal, isQuiet: true },
  },
};
