import { createRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { type Attachment, useAttachments as useFiles } from "@/thread/attach/attachments";
import { object } from "../objects";
import { words } from "./messages";

const rules = {
  // Phones take no larger ones.
  largest: { bytes: 5 * 1_048_576, refuse: words.tooLarge },
  tooMany: words.tooMany,
  onStored: (count: number) => toast.success(words.uploaded(count)),
};

/** The files of the text that is being written. */
export const useAttachments = () => useFiles(rules);

/** Attaches what was sent to its conversation, and says how that went. */
export async function relate(conversation: string, sent: readonly Attachment[]): Promise<void> {
  try {
    await Promise.all(
      sent.map(({ key, file, id, link }) =>
        createRecord(
          "related_file",
          { file: id, name: file.name, related_record: { schema: object, id: conversation }, link },
          `${key}-record`,
        ),
      ),
    );
    toast.success(words.related);
  } catch {
    toast.error(words.relateFailed);
  }
}
