import { type RefObject, useState } from "react";
import { detailOf } from "@/api";
import type { Editor } from "@/components/Composer/Composer";
import { toast } from "@/components/Toaster/toasts";
import { words as textWords } from "../messages";
import { scheduleText, zoneOf } from "../schedule";
import type { useAttachments } from "./attachments";
import { carried } from "./carried";
import { words } from "./messages";
import type { useTools } from "./useTools";

interface Scheduling {
  conversation: string;
  editor: RefObject<Editor | null>;
  tools: ReturnType<typeof useTools>;
  attachments: ReturnType<typeof useAttachments>;
}

/** Schedules what is being written; where an administrator has turned that off, the server says so. */
export function useScheduling({ conversation, editor, tools, attachments }: Scheduling) {
  const [zone, setZone] = useState("");
  const [isBusy, setBusy] = useState(false);
  return {
    zone,
    isBusy,
    open: async () => {
      if (tools.open === "schedule") {
        tools.close();
        return;
      }
      try {
        setZone(await zoneOf(conversation));
        tools.show("schedule");
      } catch (error) {
        toast.info(detailOf(error));
      }
    },
    /** waiting says why it can't be sent yet. */
    schedule: async (at: Date, waiting: string | undefined) => {
      const body = carried(editor.current?.read().text ?? "").trim();
      const files = attachments.list.flatMap(({ id }) => id ?? []);
      const problem = waiting ?? (body === "" && files.length === 0 ? textWords.emptyText : undefined);
      if (problem) {
        toast.warning(problem);
        return;
      }
      setBusy(true);
      try {
        await scheduleText({ conversation, body, files, at, zone });
        editor.current?.write({ text: "", from: 0, to: 0 });
        attachments.clear();
        tools.done();
        toast.success(words.scheduled);
      } catch (error) {
        toast.error(detailOf(error));
      }
      setBusy(false);
    },
  };
}
