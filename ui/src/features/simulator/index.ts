import { FlaskConical } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import type { Identity } from "@/store";
import { title } from "./names";

const path = "/simulator";
const isFor = (identity: Identity | undefined) => identity?.simulator === true;

/** The simulated phone network and mail, played by hand where none is configured. */
export const simulator: Feature = {
  routes: [{ path, isFor, component: page(() => import("./SimulatorPage"), "SimulatorPage") }],
  places: [{ key: "simulator", path, label: title, icon: FlaskConical, section: "tools", isFor }],
  objects: {
    twilio_conversation: {
      FirstStep: part(() => import("./FirstStep").then((file) => file.FirstStep)),
    },
  },
  reducers: () => import("./reducers").then((file) => file.simulatorReducers),
};
