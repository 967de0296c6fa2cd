import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { toast } from "@/components/Toaster/toasts";
import { appObject, createdBy, createOnce } from "../credentials";
import { words } from "../messages";
import { sayFailure } from "../progress";
import { Created } from "../StepActions";
import { StepForm } from "../StepForm";
import type { StepProps } from "../wizard";
import { addressesOf, baseOf } from "./addresses";

const name = "Salesforce";

const fields = [
  { name: "client_id", label: words.clientId },
  { name: "client_secret", label: words.clientSecret, isSecret: true },
  {
    name: "domain",
    label: words.domain,
    hint: words.domainHint,
    check: (value: string) => (baseOf(value) === undefined ? words.badDomain : undefined),
  },
];

/** Asks for what Salesforce knows us by. */
export function Credentials({ data, advance, back, isBusy, isLast }: StepProps) {
  const [isAgain, setAgain] = useState(false);
  const { data: stands, refetch } = useQuery({
    queryKey: ["onboarding", appObject, data[appObject]],
    staleTime: 0,
    queryFn: async ({ signal }) => (await createdBy(appObject, data, signal)) ?? null,
  });
  if (stands && !isAgain) {
    return (
      <Created
        what={String(stands.name ?? name)}
        advance={() => advance()}
        back={back}
        isBusy={isBusy}
        isLast={isLast}
      >
        <Button onClick={() => setAgain(true)}>{words.saveAgain}</Button>
      </Created>
    );
  }
  const save = async (values: Readonly<Record<string, string>>) => {
    try {
      const app = await createOnce(appObject, data, {
        name,
        authentication_protocol: "OAuth2",
        use_config: true,
        ...addressesOf(baseOf(values.domain ?? "") ?? ""),
        config: { client_id: values.client_id, redirect_uri: "/oauth2/callback", response_type: "code" },
        client_secret: values.client_secret,
      });
      toast.success(words.saved);
      await advance({ [appObject]: app.id });
      void refetch();
    } catch (error) {
      sayFailure(error, detailOf(error));
    }
  };
  return (
    <StepForm label={name} fields={fields} submit={words.save} isBusy={isBusy} back={back} onSubmit={save} />
  );
}
