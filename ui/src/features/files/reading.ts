import { ApiError, getRecord, type WireRecord } from "@/api";
import { readContent, readFile } from "@/api/files";
import { toast } from "@/components/Toaster/toasts";
import { words } from "./messages";
import { type FileRecord, fileObject } from "./objects";

/** What is said where a file can't be read. */
export function readErrorOf(error: unknown): string {
  if (error instanceof ApiError && !error.isNetwork) {
    return words.retrieveError(error.status, error.message);
  }
  return words.unexpected;
}

/** What the record of a file says of it. Throws an Error whose message is for users. */
export async function readMetadata(id: string, signal?: AbortSignal): Promise<FileRecord> {
  try {
    return await getRecord<FileRecord>(fileObject, id, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      throw new Error(words.noMetadata, { cause: error });
    }
    throw new Error(readErrorOf(error), { cause: error });
  }
}

/** The content of a file, or its beginning. Throws ApiError. */
export const contentOf = ({ id, source }: FileRecord, reading: Parameters<typeof readFile>[1] = {}) =>
  source === undefined ? readFile(id, reading) : readContent(source, reading);

/** Has the browser save a file, and says how that went. */
export async function downloadFile(file: string | FileRecord | undefined): Promise<void> {
  if (file === undefined) {
    toast.error(words.noFile);
    return;
  }
  try {
    const known = typeof file === "string" ? await readMetadata(file) : file;
    const { name } = known;
    const url = URL.createObjectURL(
      await contentOf(known).catch((error: unknown) => {
        throw new Error(readErrorOf(error), { cause: error });
      }),
    );
    const link = document.createElement("a");
    link.href = url;
    link.download = name || fileObject;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    toast.success(words.downloading);
  } catch (error) {
    toast.error(error instanceof Error ? error.message : words.unexpected);
  }
}

/** The file that a record is, or refers to. */
export function fileOf(record: WireRecord): string | undefined {
  const { file } = record as { file?: { id?: string } | null };
  if (file === undefined && "content_type" in record) {
    return record.id;
  }
  return file?.id;
}
