import { ListChecks } from "lucide-react";
import { type Feature, part } from "@/feature";
import { object } from "./objects";

/** Long work in the background: what I started and how far it has got, wherever I am. */
export const jobs: Feature = {
  objects: {
    [object]: {
      icon: ListChecks,
      isAdministered: true,
      hasNoForm: true,
      placed: ["problems"],
      Below: part(() => import("./JobProblems").then((file) => file.JobProblems)),
    },
  },
  reducers: () => import("./reducers").then((file) => file.jobReducers),
  Tray: part(() => import("./JobsTray").then((file) => file.JobsTray)),
};
