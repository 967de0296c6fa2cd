import { FlaskConical } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import { atom, type Identity, sessionAtom } from "@/store";
import { demoTitle, title } from "./names";

const path = "/simulator";
const isFor = (identity: Identity | undefined) => identity?.simulator === true;

/** Only the demo has simulated customers; elsewhere a call is work. */
const customersAtom = atom((get) => {
  const session = get(sessionAtom);
  return session && (session.demo === true ? 1 : 0);
});

/** The simulated phone network and mail, played by hand where none is configured. */
export const simulator: Feature = {
  routes: [{ path, isFor, component: page(() => import("./SimulatorPage"), "SimulatorPage") }],
  places: [{ key: "simulator", path, label: title, icon: FlaskConical, section: "tools", isFor }],
  objects: {
    twilio_conversation: {
      FirstStep: part(() => import("./FirstStep").then((file) => file.FirstStep)),
    },
  },
  home: [
    {
      key: "demo",
      heading: demoTitle,
      order: 0,
      isAbove: true,
      count: customersAtom,
      Card: part(() => import("./FirstMinute").then((file) => file.FirstMinute)),
    },
  ],
  reducers: () => import("./reducers").then((file) => file.simulatorReducers),
};
