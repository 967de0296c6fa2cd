import type { ReactNode } from "react";
import { part } from "@/feature";
import { NewRecordContext, type NewRecordProps } from "@/fields/lookup/newRecord";
import { useAreChangesReserved } from "./useOfferedRights";

const NewRecordDialog = part<NewRecordProps>(() =>
  import("./NewRecordDialog").then((file) => file.NewRecordDialog),
);

/** Around a form whose fields may make the records that they are to hold. */
export function MakingRecords({ children }: { children: ReactNode }) {
  const isReserved = useAreChangesReserved();
  return <NewRecordContext value={isReserved ? undefined : NewRecordDialog}>{children}</NewRecordContext>;
}
