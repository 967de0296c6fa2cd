import type { Definition } from "./api";
import { words } from "./messages";
import { Rule } from "./Rule";

interface HistoryRuleProps {
  definition: Definition;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether the history of an object's records is kept, with what that means for them. */
export function HistoryRule({ definition, isOn, onChange }: HistoryRuleProps) {
  const { track_history: isKept = true, history_stays: isFixed = false } = definition;
  if (isFixed) {
    return <p className="text-meta text-n11">{words.historyStays}</p>;
  }
  const hint = isKept || !isOn ? words.historyHint(isOn) : words.historyAgain;
  return <Rule label={words.history} hint={hint} isOn={isOn} onChange={onChange} />;
}
