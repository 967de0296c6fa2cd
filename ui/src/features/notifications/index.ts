import { Inbox } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import { missedTitle, waitingOf } from "./names";
import { inboxPath, object, settingsPath } from "./objects";
import { inbox } from "./unread";

/** Notifications: the bell, the inbox of what was missed, and the settings. */
export const notifications: Feature = {
  routes: [
    { path: inboxPath, component: page(() => import("./MissedPage"), "MissedPage") },
    {
      path: settingsPath,
      component: page(() => import("./NotificationSettingsPage"), "NotificationSettingsPage"),
    },
  ],
  places: [
    {
      key: "missed",
      path: inboxPath,
      label: missedTitle,
      icon: Inbox,
      section: "live",
      isMore: true,
      within: ["/notifications/"],
      badge: { count: inbox.total, label: waitingOf },
    },
  ],
  objects: { [object]: { isInside: true, hasNoForm: true } },
  reducers: () => import("./reducers").then((file) => file.notificationReducers),
  Tray: part(() => import("./Bell").then((file) => file.Bell)),
};
