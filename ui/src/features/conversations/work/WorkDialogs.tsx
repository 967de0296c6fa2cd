import { part } from "@/feature";
import { useAtom } from "@/store";
import { askedAtom, pickNone } from "./work";

const AssignSheet = part(() => import("./AssignSheet").then((file) => file.AssignSheet));
const SnoozeSheet = part(() => import("./SnoozeSheet").then((file) => file.SnoozeSheet));

/** What is asked before conversations are assigned or snoozed. */
export function WorkDialogs() {
  const [asked, ask] = useAtom(askedAtom);
  if (!asked) {
    return null;
  }
  const Sheet = asked.what === "assign" ? AssignSheet : SnoozeSheet;
  return (
    <Sheet
      ids={asked.ids}
      onClose={() => {
        ask(undefined);
        if (asked.ids.length > 1) {
          pickNone();
        }
        asked.onDone?.();
      }}
    />
  );
}
