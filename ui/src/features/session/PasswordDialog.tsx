import { useId, useState } from "react";
import { ApiError, api } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field } from "@/components/Field/Field";
import { toast } from "@/components/Toaster/toasts";

import { accountWords } from "./accountMessages";
import { PasswordInput } from "./PasswordInput";

type Name = "current" | "next" | "confirmed";
type Errors = Partial<Record<Name, string | undefined>>;

const least = 8;

function check({ current, next, confirmed }: Record<Name, string>): Errors {
  return {
    current: current === "" ? accountWords.currentRequired : undefined,
    next: new TextEncoder().encode(next).length < least ? accountWords.newTooShort : undefined,
    confirmed: confirmed === next ? undefined : accountWords.confirmDiffers,
  };
}

/** Changes the password of the person who is signed in. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState({ current: "", next: "", confirmed: "" });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const id = useId();

  const submit = async () => {
    const wrong = check(values);
    setErrors(wrong);
    setProblem(undefined);
    const first = (["current", "next", "confirmed"] as const).find((name) => wrong[name]);
    if (first || isBusy) {
      document.getElementById(`${id}-${first}`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await api.post("/v1/me/password", { current_password: values.current, new_password: values.next });
      toast.success(accountWords.passwordChanged);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const current = error.errors.current_password?.[0];
      const next = error.errors.new_password?.[0];
      setErrors({ current, next });
      setProblem(current || next ? undefined : error.message);
    } finally {
      setBusy(false);
    }
  };

  const field = (name: Name, label: string, hint?: string) => (
    <Field label={label} htmlFor={`${id}-${name}`} error={errors[name]} hint={hint}>
      <PasswordInput
        id={`${id}-${name}`}
        value={values[name]}
        onValue={(value) => setValues((had) => ({ ...had, [name]: value }))}
        isInvalid={errors[name] !== undefined}
        isNew={name !== "current"}
      />
    </Field>
  );

  return (
    <Dialog
      title={accountWords.changePassword}
      onClose={onClose}
      onSubmit={() => void submit()}
      className="max-w-sm"
      footer={
        <>
          <Button onClick={onClose}>{accountWords.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {isBusy ? accountWords.changing : accountWords.changePassword}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-n11">{accountWords.changeLead}</p>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        {field("current", accountWords.currentPassword)}
        {field("next", accountWords.newPassword, accountWords.newHint)}
        {field("confirmed", accountWords.confirmPassword)}
      </div>
    </Dialog>
  );
}
