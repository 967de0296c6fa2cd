import { type Feature, page, part } from "@/feature";
import { accountPath } from "./names";

/** When users can be called, and how they sign in. */
export const people: Feature = {
  Banner: part(() => import("./ViewingBar").then((file) => file.ViewingBar)),
  routes: [{ path: accountPath, component: page(() => import("./AccountPage"), "AccountPage") }],
  objects: {
    user: { Below: part(() => import("./UserPanelsField").then((file) => file.UserPanels)) },
  },
};
