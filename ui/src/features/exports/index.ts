import { type Feature, page, part } from "@/feature";

/** Records that go into files. */
export const exports: Feature = {
  routes: [{ path: "/exports/$id", component: page(() => import("./ExportPage"), "ExportPage") }],
  listTool: part(() => import("./ExportToolField").then((file) => file.ExportToolField)),
};
