import { part } from "@/feature";
import type { EditProps } from "./contract";

const PartedField = part<EditProps & { type: "date" | "time" }>(() =>
  import("./PartedField").then((file) => file.PartedField),
);

export const EditDate = (props: EditProps) => <PartedField {...props} type="date" />;
export const EditTime = (props: EditProps) => <PartedField {...props} type="time" />;
