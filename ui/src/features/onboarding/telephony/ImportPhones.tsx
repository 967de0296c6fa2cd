import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { StepActions } from "../StepActions";
import type { StepProps } from "../wizard";
import { post, sayStep } from "./calls";
import { words } from "./messages";

/** Copies the numbers of the account into our records. */
export function ImportPhones({ advance, back, isBusy }: StepProps) {
  const [isImporting, setImporting] = useState(false);
  const press = async () => {
    setImporting(true);
    try {
      const phones = (await post("POST /twilio/phone/import", {})) ?? [];
      await advance({ phones: phones.map(({ sid }) => sid) });
    } catch (error) {
      sayStep(error);
    }
    setImporting(false);
  };
  return (
    <StepActions back={back}>
      <Button tone="primary" isBusy={isBusy || isImporting} onClick={() => void press()}>
        {words.importNumbers}
      </Button>
    </StepActions>
  );
}
