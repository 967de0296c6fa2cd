import { createRecord, detailOf } from "@/api";
import { addressOf, type StoredFile, uploadFile } from "@/api/files";
import { words } from "./messages";
import { relatedFileObject } from "./objects";

/** A file that waits, is on its way, or was refused. */
export interface Pending {
  key: string;
  file: File;
  /** What it is called on the record, where that is not the file's name. */
  name: string;
  state: "waiting" | "sending" | "failed";
  /** The part that was sent, 0 to 1. */
  part: number;
  /** Its connection is lost; it goes on by itself. */
  isInterrupted?: boolean;
  error?: string;
  /** What was stored of it before relating it failed. */
  stored?: StoredFile;
}

export const pendingOf = (files: Iterable<File>): Pending[] =>
  [...files].map((file) => ({
    key: crypto.randomUUID(),
    file,
    name: file.name,
    state: "waiting",
    part: 0,
  }));

/** A refusal by the server in its words; anything else is an upload that failed. */
export function uploadErrorOf(error: unknown): string {
  return detailOf(error) || words.uploadError;
}

/** The record that a file is related to. */
export interface About {
  object: string;
  id: string;
}

interface Relating {
  file: { id: string; name?: string | null };
  name: string;
  link: string | undefined;
  command?: string;
}

/** Attaches a stored file to a record. */
export function relate(about: About, { file, name, link, command }: Relating) {
  return createRecord(
    relatedFileObject,
    {
      file: file.id,
      name: name.trim() || file.name || words.name,
      related_record: { schema: about.object, id: about.id },
      ...(link === undefined ? {} : { link }),
    },
    command,
  );
}

/** Uploads a pending file, unless that is done. Throws an Error whose message is for users. */
export async function store(
  pending: Pending,
  onProgress: (to: { part: number } | { isInterrupted: boolean }) => void,
  signal: AbortSignal,
): Promise<StoredFile> {
  if (pending.stored) {
    return pending.stored;
  }
  const stored = await uploadFile({
    file: pending.file,
    command: pending.key,
    signal,
    onProgress: (part) => onProgress({ part }),
    onInterrupted: (isInterrupted) => onProgress({ isInterrupted }),
  });
  if (addressOf(stored) === undefined) {
    throw new Error(words.noAddress);
  }
  return stored;
}
