import { MessageSquareQuote } from "lucide-react";
import type { Feature } from "@/feature";

/** Texts that messages begin with. */
export const templates: Feature = {
  objects: { template: { icon: MessageSquareQuote, isAdministered: true, order: 11, lead: ["body"] } },
};
