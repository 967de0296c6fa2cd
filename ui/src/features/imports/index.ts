import { type Feature, page, part } from "@/feature";

/** Records that come from tables: upload, mapping, preview, run and undo. */
export const imports: Feature = {
  routes: [
    { path: "/view/$object/import", component: page(() => import("./ImportStartPage"), "ImportStartPage") },
    { path: "/imports/$id", component: page(() => import("./ImportPage"), "ImportPage") },
  ],
  listTool: part(() => import("./ImportToolField").then((file) => file.ImportToolField)),
};
