import { part } from "@/feature";
import type { Part } from "@/feature/part";
import type { WizardProps } from "./wizard";

interface Wizard {
  /** How an address names it. */
  slug: string;
  Wizard: Part<WizardProps>;
}

/** The wizards, by the names of their records. */
export const wizards: Readonly<Record<string, Wizard>> = {
  "Telephony Onboarding": {
    slug: "telephony",
    Wizard: part(() => import("./telephony/TelephonyMode").then((file) => file.TelephonyMode)),
  },
  "ValRM for Salesforce Onboarding": {
    slug: "salesforce",
    Wizard: part(() => import("./salesforce/SalesforceMode").then((file) => file.SalesforceMode)),
  },
};

/** The name of a wizard's record, by the last part of the wizard's address; the part itself if there is none. */
export const nameOf = (slug: string): string =>
  Object.entries(wizards).find(([, one]) => one.slug === slug)?.[0] ?? slug;
