import { type Feature, part } from "@/feature";

/** The person's connection with Salesforce, where the organization uses the app that stands for it. */
export const salesforce: Feature = {
  name: "salesforce",
  PhoneSetting: part(() => import("./SalesforceSetting").then((file) => file.SalesforceSetting)),
};
