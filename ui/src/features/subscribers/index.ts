import { BellPlus } from "lucide-react";
import { type Feature, part } from "@/feature";
import { rightsFor } from "@/store";
import { title } from "./names";
import { object } from "./objects";

/** Who is notified about which records. */
export const subscribers: Feature = {
  objects: { [object]: { label: "Subscriptions", isQuiet: true } },
  recordTools: [
    {
      key: "subscribers",
      label: title,
      icon: BellPlus,
      isFor: (about, identity) => about !== object && rightsFor(identity, object).read,
      Dialog: part(() => import("./SubscribersSheet").then((file) => file.SubscribersSheet)),
    },
  ],
};
