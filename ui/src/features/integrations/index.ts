import { KeyRound, Plug } from "lucide-react";
import type { Feature } from "@/feature";

/** Other systems that the organization is connected with, and the credentials for them. */
export const integrations: Feature = {
  objects: {
    integrated_app: { icon: Plug, isAdministered: true, order: 7 },
    auth_credential: { icon: KeyRound, isAdministered: true, order: 8, relatedBy: ["integrated_app"] },
  },
};
