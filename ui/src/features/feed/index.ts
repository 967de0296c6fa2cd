import { Rss } from "lucide-react";
import { type Feature, page } from "@/feature";
import { title } from "./names";
import { feedSearch } from "./search";

const path = "/live/feed";

/** What changes around one. What it hears of comes with its page, which alone holds its topic. */
export const feed: Feature = {
  routes: [{ path, search: feedSearch, component: page(() => import("./FeedPage"), "FeedPage") }],
  places: [{ key: "feed", path, label: title, icon: Rss, section: "live" }],
};
