import type { Feature } from "@/feature";

/** Campaigns and whom they reach. */
export const campaigns: Feature = {
  objects: {
    campaign: { isQuiet: true },
    campaign_member: { isQuiet: true, relatedBy: ["campaign", "contact"] },
  },
};
