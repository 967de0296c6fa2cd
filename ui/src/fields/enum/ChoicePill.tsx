import { Pill } from "@/components/Pill/Pill";
import { type Choosing, choiceColor, choiceLabel, choiceTone } from "./value";

/** One of a field's options, in the colour that somebody gave it. */
export const ChoicePill = ({ value, field }: { value: string; field: Choosing }) => (
  <Pill tone={choiceTone(value)} color={choiceColor(value, field)}>
    {choiceLabel(value, field)}
  </Pill>
);
