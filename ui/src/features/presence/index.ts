import { User } from "lucide-react";
import { type Feature, part } from "@/feature";
import { t } from "@/messages";

/** Who is there, and my own availability. */
export const presence: Feature = {
  colleague: [
    {
      key: "profile",
      label: t.frame.profile,
      icon: User,
      run: (id) => Promise.resolve(`/view/user/record/${id}/standard`),
    },
  ],
  reducers: () => import("./reducers").then((file) => file.presenceReducers),
  topics: ["presence"],
  home: [
    {
      key: "team",
      heading: t.frame.myTeam,
      order: 1,
      isAside: true,
      Card: part(() => import("./MyTeam").then((file) => file.MyTeam)),
    },
  ],
};
