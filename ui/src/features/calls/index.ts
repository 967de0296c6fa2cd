import { Phone } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import { badgeAtom, isBusyAtom, ownCountAtom } from "./hooks";
import { ownCalls } from "./liveCalls";
import { keyWords, liveCallsLabel, myCall, title } from "./names";
import { callReducers } from "./reducers";

const pages = () => import("./pages");

/** Calls, in and out. */
export const calls: Feature = {
  routes: [
    { path: "/live/active_calls", component: page(pages, "CallsRoute") },
    { path: "/active_calls/$id", component: page(pages, "CallRoute") },
  ],
  places: [
    {
      key: "calls",
      path: "/live/active_calls",
      label: title,
      icon: Phone,
      section: "live",
      within: ["/active_calls/"],
      badge: { count: badgeAtom, label: liveCallsLabel },
    },
  ],
  objects: {
    call: {
      Happened: part(() => import("./HappenedCall").then((file) => file.HappenedCall)),
      icon: Phone,
      order: 3,
      hasNoForm: true,
      lead: ["status", "direction", "start_time"],
    },
    contact: { Action: part(() => import("./CallButton").then((file) => file.CallButton)) },
  },
  home: [
    {
      key: "call",
      heading: myCall,
      order: 10,
      count: ownCountAtom,
      Card: part(() => import("./MyCall").then((file) => file.MyCall)),
    },
  ],
  starters: [{ key: "call", Starter: part(() => import("./CallStarter").then((file) => file.CallStarter)) }],
  reducers: callReducers,
  topics: [ownCalls],
  holds: isBusyAtom,
  shortcuts: [
    {
      title: keyWords.title,
      keys: [
        ["alt+a", keyWords.accept],
        ["alt+d", keyWords.decline],
      ],
    },
  ],
  Tray: part(() => import("./CallTray").then((file) => file.CallTray)),
  Overlay: part(() => import("./CallAlert").then((file) => file.CallAlert)),
  settings: () => import("./settings").then((file) => file.settings),
};
