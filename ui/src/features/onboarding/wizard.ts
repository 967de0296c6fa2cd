import type { WireRecord } from "@/api";

/** A step, as the record keeps it. */
export interface Step {
  name: string;
  description: string;
  link?: string;
  complete: boolean;
}

/** What the steps created: ids and names, never a secret. */
export type StepData = Readonly<Record<string, unknown>>;

export interface OnboardingRecord extends WireRecord {
  complete?: boolean | null;
  steps?: unknown;
  step_data?: unknown;
}

export interface WizardProps {
  record: OnboardingRecord;
}

/** What a step can do with the wizard. */
export interface StepProps {
  data: StepData;
  /** Marks the step complete, keeps what it created, and goes to the next one. */
  advance: (created?: StepData) => Promise<void>;
  /** Keeps what the step created, and stays. */
  keep: (created: StepData) => Promise<boolean>;
  back: (() => void) | undefined;
  isBusy: boolean;
  isLast: boolean;
}

const isStep = (value: unknown): value is Step =>
  typeof value === "object" && value !== null && typeof (value as Step).name === "string";

/** The steps of a record; people can write anything into it. */
export const stepsOf = ({ steps }: OnboardingRecord): readonly Step[] =>
  Array.isArray(steps)
    ? steps.filter(isStep).map((step) => ({
        ...step,
        description: typeof step.description === "string" ? step.description : "",
        complete: step.complete === true,
      }))
    : [];

export const dataOf = ({ step_data: data }: OnboardingRecord): StepData =>
  typeof data === "object" && data !== null && !Array.isArray(data) ? (data as StepData) : {};

/** The step that comes next; the last one where all are complete. */
export const currentOf = (steps: readonly Step[]): number => {
  const at = steps.findIndex((step) => !step.complete);
  return at < 0 ? Math.max(steps.length - 1, 0) : at;
};

export const textOf = (data: StepData, key: string): string | undefined => {
  const value = data[key];
  return typeof value === "string" && value !== "" ? value : undefined;
};
