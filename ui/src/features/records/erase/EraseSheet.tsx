import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { carryOut, detailOf, type ObjectSchema, type WireRecord } from "@/api";
import { Banner } from "@/components/Banner/Banner";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Field, inputClass } from "@/components/Field/Field";
import { toast } from "@/components/Toaster/toasts";
import { t } from "@/messages";
import { words } from "./messages";

interface EraseSheetProps {
  schema: ObjectSchema;
  record: WireRecord;
  title: string;
  onErased: () => void;
  onClose: () => void;
}

/** Asks before all that is kept of a person is erased: his name is typed, so that nobody does it by mistake. */
export function EraseSheet({ schema, record, title, onErased, onClose }: EraseSheetProps) {
  const [typed, setTyped] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const field = useId();
  const isMeant = typed.trim() === title.trim();
  const erase = async () => {
    if (!isMeant || isBusy) {
      return;
    }
    setBusy(true);
    try {
      await carryOut("POST /erasure", { object: schema.api_name, id: record.id, name: typed });
      toast.success(words.begun);
      onErased();
    } catch (error) {
      setRefusal(detailOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      isPassing
      title={words.title(title)}
      onClose={onClose}
      onSubmit={() => void erase()}
      footer={
        <>
          <Button onClick={onClose}>{t.frame.cancel}</Button>
          <Button type="submit" tone="danger" disabled={!isMeant} isBusy={isBusy}>
            {words.erase}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-n11">{words.text}</p>
        <Banner tone="danger" icon={<TriangleAlert aria-hidden />}>
          {words.warning}
        </Banner>
        <Field label={words.type(title)} htmlFor={field} error={refusal}>
          <input
            id={field}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className={inputClass}
          />
        </Field>
      </div>
    </Dialog>
  );
}
