import { AppWindow, KeySquare, MessagesSquare, Rocket } from "lucide-react";
import { type Feature, page, part } from "@/feature";

/** Wizards that connect the organization with other systems. */
export const onboarding: Feature = {
  routes: [
    { path: "/onboarding/$wizard", component: page(() => import("./OnboardingRoute"), "OnboardingRoute") },
  ],
  objects: {
    onboarding: {
      icon: Rocket,
      isAdministered: true,
      order: 9,
      isListedFor: ({ rights }) => rights.onboarding?.read === true,
      Body: part(() => import("./WizardPage").then((file) => file.WizardPage)),
      placed: ["steps", "step_data"],
    },
    twilio_service: { icon: MessagesSquare, isQuiet: true },
    twilio_application: { icon: AppWindow, isQuiet: true },
    twilio_key: { icon: KeySquare, isQuiet: true },
  },
};
