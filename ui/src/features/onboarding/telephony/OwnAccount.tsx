import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Created, StepActions } from "../StepActions";
import type { StepProps } from "../wizard";
import { post, sayStep } from "./calls";
import { words } from "./messages";
import { PhoneShop } from "./PhoneShop";

type Place = "question" | "explanation" | "shop";

/** Asks whose account it is. Without one, an account is opened and one number bought. */
export function OwnAccount(props: StepProps) {
  const { data, advance, keep, isBusy } = props;
  const hasSubaccount = data.account === "subaccount";
  const [place, setPlace] = useState<Place>(hasSubaccount ? "shop" : "question");
  const [isOpening, setOpening] = useState(false);
  if (typeof data.bought === "string") {
    return <Created {...props} what={`${words.subaccount}, ${data.bought}`} advance={() => advance()} />;
  }
  const open = async () => {
    setOpening(true);
    try {
      await post("POST /twilio/account/subaccount", {});
      if (await keep({ account: "subaccount" })) {
        setPlace("shop");
      }
    } catch (error) {
      sayStep(error, words.subaccountFailed);
    }
    setOpening(false);
  };
  if (place === "shop") {
    return (
      <PhoneShop
        isBusy={isBusy}
        onBought={(bought, phones) => advance({ bought, phones })}
        back={hasSubaccount ? undefined : () => setPlace("question")}
      />
    );
  }
  if (place === "explanation") {
    return (
      <>
        <p className="max-w-160">{words.explain}</p>
        <StepActions back={() => setPlace("question")}>
          <Button tone="primary" isBusy={isOpening || isBusy} onClick={() => void open()}>
            {words.continue}
          </Button>
        </StepActions>
      </>
    );
  }
  return (
    <>
      <p className="font-medium">{words.ownAccount}</p>
      <StepActions back={undefined}>
        <Button tone="primary" isBusy={isBusy} onClick={() => void advance({ account: "own" })}>
          {words.yes}
        </Button>
        <Button onClick={() => setPlace("explanation")}>{words.no}</Button>
      </StepActions>
    </>
  );
}
