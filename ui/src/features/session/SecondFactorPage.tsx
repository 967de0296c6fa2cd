import { useState } from "react";
import { signOut } from "@/api";
import { Button } from "@/components/Button/Button";
import { SecondFactorSetup } from "@/feature/secondFactor/SecondFactorSetup";
import { accountWords } from "./accountMessages";
import { card, FrontPage } from "./FrontPage";

/** What somebody sees whose organization requires a second factor: nothing else is possible until there is one. */
export function SecondFactorPage({ onDone }: { onDone: () => void }) {
  const [isOn, setOn] = useState(false);
  return (
    <FrontPage
      title={isOn ? accountWords.secondFactorOn : accountWords.secondFactorTitle}
      {...(isOn ? {} : { lead: accountWords.secondFactorLead })}
    >
      <div className={card}>
        <SecondFactorSetup onDone={onDone} onTurnedOn={() => setOn(true)} />
      </div>
      {isOn ? null : (
        <Button
          tone="ghost"
          className="mt-3 w-full"
          onClick={() => void signOut().then(() => location.replace("/login"))}
        >
          {accountWords.signOut}
        </Button>
      )}
    </FrontPage>
  );
}
