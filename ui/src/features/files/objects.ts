import type { Reference, WireRecord } from "@/api";

export const fileObject = "file";
export const relatedFileObject = "related_file";

export interface FileRecord extends WireRecord {
  name?: string | null;
  content_type?: string | null;
  extension?: string | null;
  size?: number | null;
  link?: string | null;
  /** Where its content is read, for those who may read what it goes with and not the record itself. */
  source?: string;
}

export interface RelatedFileRecord extends WireRecord {
  name?: string | null;
  file?: Reference | null;
  related_record?: Reference | null;
}

/** The newest files of a record are shown, so many at the most. */
export const mostFiles = 20;

const longestName = 30;

/** A name as long as a card has room for. */
export const shortName = (name: string): string =>
  [...name].length > longestName ? `${[...name].slice(0, longestName).join("")}…` : name;

/** The name of the list of a record's files. */
export const filesOf = (record: string): string => `related_files:${record}`;
