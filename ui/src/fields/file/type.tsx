import { FileText } from "lucide-react";
import { part } from "@/feature";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { fieldType as lookup } from "../lookup/type";
import { referenceOf } from "../lookup/value";

const FileField = part<EditProps>(() => import("./FileField").then((file) => file.FileField));

const marked = (Shown: FieldType["View"]) => (props: ViewProps) =>
  referenceOf(props.value) ? (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <FileText aria-hidden className="size-4 shrink-0 text-n10" />
      <Shown {...props} />
    </span>
  ) : (
    <Shown {...props} />
  );

/** A file: a record that is referred to as by a lookup, with its mark. */
export const fieldType: FieldType = {
  ...lookup,
  View: marked(lookup.View),
  Cell: marked(lookup.Cell),
  Edit: FileField,
};
