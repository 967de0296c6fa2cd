import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { focusFirstProblem } from "@/components/Field/focus";
import { toast } from "@/components/Toaster/toasts";
import { t } from "@/messages";
import { identityAtom, useAtomValue } from "@/store";
import { AppChoice } from "./AppChoice";
import { createObject, type Definition } from "./api";
import { apiNameOf, isApiName, pluralOf } from "./apiName";
import { words } from "./messages";
import { ObjectForm } from "./ObjectForm";
import { type ObjectFaults as Faults, type ObjectNames, refuseObject } from "./objectFaults";
import { appsOf } from "./reach";

interface NewObjectProps {
  taken: ReadonlySet<string>;
  onClose: () => void;
  onCreated: (definition: Definition) => void;
}

function faultsOf({ title, name }: ObjectNames, taken: ReadonlySet<string>): Faults {
  if (title.trim() === "") {
    return { title: words.missing(words.objectTitle) };
  }
  return isApiName(name) ? (taken.has(name) ? { name: words.takenName } : {}) : { name: words.badName };
}

/** Makes an object. Its other names follow its title until somebody writes them himself. */
export function NewObject({ taken, onClose, onCreated }: NewObjectProps) {
  const [typed, setTyped] = useState<Partial<ObjectNames>>({});
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setBusy] = useState(false);
  const apps = appsOf(useAtomValue(identityAtom));
  const [chosen, setChosen] = useState<string>();
  const app = chosen ?? apps[0];
  const title = typed.title ?? "";
  const names = { title, plural: typed.plural ?? pluralOf(title), name: typed.name ?? apiNameOf(title) };
  const create = async () => {
    const wrong = faultsOf(names, taken);
    if (Object.keys(wrong).length > 0 || isBusy) {
      focusFirstProblem(() => setFaults(wrong));
      return;
    }
    setBusy(true);
    try {
      const plural = names.plural.trim();
      const made = await createObject(
        {
          api_name: names.name,
          title: title.trim(),
          ...(plural === "" ? {} : { plural }),
          ...(app === undefined ? {} : { app }),
        },
        words.nameField,
      );
      toast.success(words.created(made.plural ?? made.title));
      onCreated(made);
    } catch (error) {
      setBusy(false);
      refuseObject(error, setFaults);
    }
  };
  return (
    <Dialog
      title={words.newObject}
      onClose={onClose}
      onSubmit={() => void create()}
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {words.createObject}
          </Button>
        </>
      }
    >
      <ObjectForm
        names={names}
        faults={faults}
        isNew
        onChange={(change) => {
          setFaults({});
          setTyped((had) => ({ ...had, ...change }));
        }}
      >
        <AppChoice apps={apps} chosen={app ?? ""} onChoose={setChosen} />
      </ObjectForm>
    </Dialog>
  );
}
