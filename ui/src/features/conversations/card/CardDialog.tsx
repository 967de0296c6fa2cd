import { useId, useState } from "react";
import { createRecord, detailOf } from "@/api";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { errorId, Field, inputClass } from "@/components/Field/Field";
import { toast } from "@/components/Toaster/toasts";
import { ownCountry } from "@/fields/phone/country";
import { readNumber } from "@/lib/phoneNumber";
import { t } from "@/messages";
import { words } from "./messages";
import type { CardContact } from "./vcard";

interface CardDialogProps {
  card: CardContact;
  onClose: () => void;
}

interface EntryProps {
  label: string;
  value: string;
  error?: string | undefined;
  isRequired?: boolean;
  onChange: (value: string) => void;
}

function Entry({ label, value, error, isRequired = false, onChange }: EntryProps) {
  const id = useId();
  return (
    <Field label={label} htmlFor={id} error={error} isRequired={isRequired}>
      <input
        id={id}
        type="text"
        autoComplete="off"
        value={value}
        aria-required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={error ? errorId(id) : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={inputClass}
      />
    </Field>
  );
}

/** Creates a contact of what a vCard says, once what is missing was filled in. */
export function CardDialog({ card, onClose }: CardDialogProps) {
  const [contact, setContact] = useState(card);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const set = (field: keyof CardContact) => (value: string) =>
    setContact((before) => ({ ...before, [field]: value }));
  const { first_name: first, last_name: last, phone, email } = contact;
  const number = phone.trim() === "" ? undefined : readNumber(phone, ownCountry())?.number;
  const isBadNumber = phone.trim() !== "" && number === undefined;
  const submit = async () => {
    setTried(true);
    if (first.trim() === "" || last.trim() === "") {
      toast.warning(words.required);
      return;
    }
    if (isBadNumber || isBusy) {
      return;
    }
    setBusy(true);
    try {
      await createRecord("contact", {
        first_name: first.trim(),
        last_name: last.trim(),
        ...(number === undefined ? {} : { phone: { phone_number: number } }),
        ...(email.trim() === "" ? {} : { email: email.trim() }),
      });
      toast.success(words.created);
      onClose();
    } catch (error) {
      toast.error(detailOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {words.create}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Entry
          label={words.first}
          value={first}
          error={isTried && first.trim() === "" ? words.firstRequired : undefined}
          isRequired
          onChange={set("first_name")}
        />
        <Entry
          label={words.last}
          value={last}
          error={isTried && last.trim() === "" ? words.lastRequired : undefined}
          isRequired
          onChange={set("last_name")}
        />
        <Entry
          label={words.phone}
          value={phone}
          error={isBadNumber ? words.invalidPhone : undefined}
          onChange={set("phone")}
        />
        <Entry label={words.email} value={email} onChange={set("email")} />
      </div>
    </Dialog>
  );
}
