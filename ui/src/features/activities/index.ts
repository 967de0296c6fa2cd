import { CalendarDays } from "lucide-react";
import { type Feature, part } from "@/feature";

const happened = () => import("./Happened");

/** Events and e-mails, which stand on the timelines of what they are about. */
export const activities: Feature = {
  objects: {
    event: {
      icon: CalendarDays,
      order: 6,
      lead: ["start_date_time", "status"],
      Happened: part(() => happened().then((file) => file.HappenedEvent)),
    },
    email: {
      isQuiet: true,
      lead: ["from", "sent_date"],
      Happened: part(() => happened().then((file) => file.HappenedEmail)),
    },
  },
};
