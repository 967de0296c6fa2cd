import { KeyRound, Plug } from "lucide-react";
import { type Feature, page, part } from "@/feature";

/** What an address says of how an authorization ended: which one, or why there is none. */
export interface Ended {
  id?: string;
  why?: string;
}

const text = (value: unknown) => (typeof value === "string" ? value : undefined);

/** Other systems that the organization is connected with, and the credentials for them. */
export const integrations: Feature = {
  routes: [
    {
      path: "/authorized",
      component: page(() => import("./AuthorizedPage"), "AuthorizedPage"),
      search: ({ id, why }) => ({ ...(text(id) && { id: text(id) }), ...(text(why) && { why: text(why) }) }),
    },
  ],
  objects: {
    integrated_app: { icon: Plug, isAdministered: true, order: 7 },
    auth_credential: {
      icon: KeyRound,
      isAdministered: true,
      order: 8,
      relatedBy: ["integrated_app"],
      // Everybody may see those that are for him: to most people the list would be a page of little use.
      isListedFor: ({ rights }) => rights.auth_credential?.rows !== "own",
      Action: part(() => import("./RunAuth").then((file) => file.RunAuth)),
    },
  },
};
