import { useState } from "react";
import { ApiError } from "@/api";
import { focusFirstProblem } from "@/components/Field/focus";
import { toast } from "@/components/Toaster/toasts";
import type { Definition, Format } from "./api";
import { freeName, isApiName } from "./apiName";
import { type Faults, faultsOf, refusedOf } from "./faults";
import { type FieldValues, patchOf } from "./field";
import { words } from "./messages";
import { useReach } from "./reach";
import { useFieldDraft } from "./useFieldDraft";
import { sayRefusal, useSaving } from "./useSaving";

export interface Known {
  definition: Definition;
  formats: readonly Format[];
  again: () => Promise<Definition | undefined>;
  take: (definition: Definition) => void;
}

/** An option that nobody filled in is none, and one without a label is called by its value. */
const tidied = (values: FieldValues): FieldValues => ({
  ...values,
  options: values.options
    .filter(({ label, value }) => label?.trim() || value.trim())
    .map((option) => ({
      ...option,
      label: option.label?.trim() || option.value,
      value: option.value.trim(),
    })),
});

/** The names that no new field can have: those of retired ones may come back. */
const takenNames = ({ properties, retired = [] }: Definition): ReadonlySet<string> =>
  new Set([...Object.keys(properties), ...retired.map(({ name }) => name)]);

/** A wrong name is told while it is typed: people don't know what programs take for one. */
function nameFault(typed: string | undefined, taken: ReadonlySet<string>): Faults {
  if (typed === undefined || typed === "" || (isApiName(typed) && !taken.has(typed))) {
    return {};
  }
  return { name: taken.has(typed) ? words.takenName : words.badName };
}

const isNone = (faults: Faults) => Object.keys(faults).length === 0;

/** A field under edit, or a new one where no name is given: its values, what is wrong with them, and the way to store it. */
export function useFieldForm({ definition, formats, again, take }: Known, name: string | undefined) {
  const isNew = name === undefined;
  const now = isNew ? undefined : definition.properties[name];
  // One that somebody retires meanwhile stands as it was, so that what was entered stays.
  const [field, setField] = useState(now);
  if (now && now !== field) {
    setField(now);
  }
  const draft = useFieldDraft(now ?? field);
  const saving = useSaving({ definition, again, take });
  const [typedName, setTypedName] = useState<string>();
  const [isTried, setTried] = useState(false);
  const [problems, setProblems] = useState<Faults>({});
  const [refused, setRefused] = useState<Faults>({});
  const taken = takenNames(definition);
  const values = tidied(draft.values);
  const apiName = name ?? typedName ?? freeName(draft.values.title, taken);
  const format = formats.find((one) => one.format === values.format);
  const found = faultsOf({ values, format, taken, ...(isNew ? { name: apiName } : {}) });
  // How records of an own object are named is its own matter, though every object has it.
  const isCommon = definition.custom && name === definition.name_field;
  const reach = useReach(definition);
  const isOthers = !(isNew || reach.field(field));
  const isFixed = isOthers || (!isNew && field?.custom !== true && !isCommon);
  const [chosenApp, setApp] = useState<string>();
  const app = isNew ? (chosenApp ?? reach.apps[0]) : undefined;

  const refuse = (error: unknown) => {
    const against = error instanceof ApiError ? refusedOf(error, apiName) : {};
    if (isNone(against)) {
      sayRefusal(error);
    } else {
      focusFirstProblem(() => setRefused(against));
    }
  };
  /** Gives the definition as it is then; nothing where nothing was stored, and why is on the screen. */
  const save = async (): Promise<Definition | undefined> => {
    if (!(isNone(found) && isNone(problems))) {
      focusFirstProblem(() => setTried(true));
      return undefined;
    }
    const patch = patchOf(isNew ? undefined : draft.stored, values);
    if (Object.keys(patch).length === 0) {
      return definition;
    }
    try {
      const stored = await saving.save({
        properties: { [apiName]: app === undefined ? patch : { ...patch, app } },
      });
      if (stored && !stored.change) {
        toast.success((isNew ? words.fieldAdded : words.fieldSaved)(values.title.trim()));
      }
      return stored;
    } catch (error) {
      refuse(error);
      return undefined;
    }
  };
  return {
    draft,
    apiName,
    isNew,
    /** It came with the product, or is others'. */
    isFixed,
    /** It belongs to no app of which one is an administrator. */
    isOthers,
    /** The apps to one of which a new field must belong, and that to which it does. */
    apps: isNew ? reach.apps : [],
    app,
    setApp,
    /** Every object has it: its format stays. */
    isCommon,
    isGone: !isNew && now === undefined,
    isDirty: !isFixed && (draft.isDirty || typedName !== undefined),
    isSaving: saving.isSaving,
    seen: saving.seen,
    faults: { ...(isTried ? found : nameFault(typedName, taken)), ...refused, ...problems },
    setName: (typed: string) => {
      setRefused({});
      setTypedName(typed);
    },
    setProblem: (key: keyof FieldValues, problem: string | undefined) =>
      setProblems(({ [key]: _, ...rest }) => (problem === undefined ? rest : { ...rest, [key]: problem })),
    change: (next: FieldValues) => {
      setRefused({});
      draft.take(next);
    },
    save,
  };
}

export type FieldUnderEdit = ReturnType<typeof useFieldForm>;
