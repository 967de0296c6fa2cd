import type { BodyProps } from "@/feature";
import type { OnboardingRecord } from "./wizard";
import { wizards } from "./wizards";

/** An onboarding record: the wizard that its name chooses. */
export function WizardPage({ record, isEditing, children }: BodyProps) {
  const onboarding: OnboardingRecord = record;
  const Wizard = wizards[String(onboarding.name ?? "")]?.Wizard;
  return isEditing || !Wizard ? children : <Wizard record={onboarding} />;
}
