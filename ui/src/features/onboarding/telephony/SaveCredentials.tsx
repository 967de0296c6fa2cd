import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { useCredential } from "../AuthorizeButton";
import { words as frameWords } from "../messages";
import { Created } from "../StepActions";
import { StepForm } from "../StepForm";
import type { StepProps } from "../wizard";
import { post, sayStep } from "./calls";
import { words } from "./messages";

const fields = [
  { name: "account_sid", label: words.accountSid, hint: words.accountSidHint },
  { name: "auth_token", label: words.authToken, isSecret: true },
];

/** Asks for the credentials of the account; those of a pay-as-you-go account are known. */
export function SaveCredentials(props: StepProps) {
  const { data, advance, back, isBusy } = props;
  const { credential } = useCredential(data);
  const [isAgain, setAgain] = useState(false);
  const isSubaccount = data.account === "subaccount";
  if ((credential || isSubaccount) && !isAgain) {
    return (
      <Created
        {...props}
        what={isSubaccount ? words.subaccount : words.credentials}
        advance={() => advance()}
      >
        {isSubaccount ? null : <Button onClick={() => setAgain(true)}>{frameWords.saveAgain}</Button>}
      </Created>
    );
  }
  const save = async (values: Readonly<Record<string, string>>) => {
    try {
      const { integrated_app, auth_credential } = await post("POST /twilio/account", {
        account_sid: values.account_sid ?? "",
        auth_token: values.auth_token ?? "",
      });
      toast.success(frameWords.saved);
      setAgain(false);
      await advance({ integrated_app, auth_credential });
    } catch (error) {
      sayStep(error);
    }
  };
  return (
    <StepForm
      label={words.credentials}
      fields={fields}
      submit={words.saveAccount}
      isBusy={isBusy}
      back={back}
      onSubmit={save}
    />
  );
}
