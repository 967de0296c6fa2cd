import { detailOf } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { identityAtom, useAtomValue } from "@/store";
import { useCredential } from "../AuthorizeButton";
import { appObject, createdBy, createOnce, credentialObject } from "../credentials";
import { words } from "../messages";
import { sayFailure } from "../progress";
import { Created } from "../StepActions";
import { StepForm } from "../StepForm";
import type { StepProps } from "../wizard";

/** Creates the credential by which one signs in to Salesforce. */
export function AuthCredential({ data, advance, back, isBusy, isLast }: StepProps) {
  const me = useAtomValue(identityAtom)?.userId;
  const { credential, isPending } = useCredential(data);
  if (isPending) {
    return null;
  }
  if (credential) {
    return (
      <Created
        what={String(credential.name ?? "")}
        advance={() => advance()}
        back={back}
        isBusy={isBusy}
        isLast={isLast}
      />
    );
  }
  const create = async ({ name }: Readonly<Record<string, string>>) => {
    try {
      const app = await createdBy(appObject, data);
      if (!app) {
        toast.warning(words.incomplete);
        return;
      }
      const made = await createOnce(credentialObject, data, { name, integrated_app: app.id, user: me });
      await advance({ [credentialObject]: made.id });
    } catch (error) {
      sayFailure(error, detailOf(error));
    }
  };
  return (
    <StepForm
      label={words.credentialName}
      fields={[{ name: "name", label: words.credentialName, initial: "Salesforce" }]}
      submit={words.create}
      isBusy={isBusy}
      back={back}
      onSubmit={create}
    />
  );
}
