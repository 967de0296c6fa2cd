import type { Feature } from "@/feature";

/** What people are told of which records. */
export const subscribers: Feature = {
  objects: { notification_subscriber: { label: "Subscriptions", isQuiet: true } },
};
