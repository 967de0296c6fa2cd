import { Sparkles } from "lucide-react";
import type { Feature } from "@/feature";

/** What an assistant answered. */
export const assistance: Feature = {
  objects: { ai_output: { icon: Sparkles, label: "Assistant answers", isQuiet: true, hasNoForm: true } },
};
