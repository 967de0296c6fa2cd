import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { getRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { keep, nameFieldOf, schemasAtom, store } from "@/store";
import { mergesOf } from "./api";
import { words } from "./messages";

/** Where a record is not there any more: if it was merged, its address leads to the record that it became a part of. */
export function MergedAway({ object, id }: { object: string; id: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    let isGone = false;
    const lead = async () => {
      const { merged_into: into } = await mergesOf(object, id);
      if (into === "" || isGone) {
        return;
      }
      const master = await getRecord(object, into);
      keep(object, [master]);
      const schema = store.get(schemasAtom)?.find((one) => one.api_name === object);
      if (!isGone) {
        toast.info(words.mergedInto(String(master[schema ? nameFieldOf(schema) : "name"] ?? "")));
        await navigate({
          to: "/view/$object/record/$id/standard",
          params: { object, id: into },
          replace: true,
        });
      }
    };
    lead().catch(() => undefined); // it was not merged, or is not for this reader: the page says so
    return () => {
      isGone = true;
    };
  }, [object, id, navigate]);
  return null;
}
