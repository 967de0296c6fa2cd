import { Megaphone, UserCheck } from "lucide-react";
import type { Feature } from "@/feature";

/** Campaigns and whom they reach. */
export const campaigns: Feature = {
  objects: {
    campaign: { icon: Megaphone, isQuiet: true },
    campaign_member: { icon: UserCheck, isQuiet: true, relatedBy: ["campaign", "contact"] },
  },
};
