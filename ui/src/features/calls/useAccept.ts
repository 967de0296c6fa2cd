import { useNavigate } from "@tanstack/react-router";
import { useSetAtom } from "@/store";
import { acceptCall } from "./commands";
import { chosenAtom } from "./dock/dockCalls";
import type { CallRecord } from "./objects";
import { mayOpen } from "./opening";
import { expectCall, prepareToTake } from "./phone/phone";
import { sayProblem } from "./refusal";

/** Takes a call, and opens whom one speaks with, where that is wanted and in nobody's way. */
export function useAccept() {
  const navigate = useNavigate();
  const choose = useSetAtom(chosenAtom);
  return async (call: CallRecord): Promise<boolean> => {
    const problem = await prepareToTake();
    if (problem) {
      sayProblem(problem);
      return false;
    }
    expectCall(call.id);
    choose(call.id);
    const isTaken = await acceptCall(call);
    const contact = call.contact?.id;
    if (isTaken && contact && mayOpen()) {
      await navigate({
        to: "/view/$object/record/$id/standard",
        params: { object: "contact", id: contact },
      });
    }
    return isTaken;
  };
}
