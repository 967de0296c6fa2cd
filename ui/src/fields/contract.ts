import type { ComponentType } from "react";
import type { Property } from "@/api";

/** What a field means; the schema's `format`, or its `type` where it has none. */
export type FieldKind =
  | "text"
  | "text-area"
  | "email"
  | "url"
  | "number"
  | "boolean"
  | "date-time"
  | "enum"
  | "multi-select"
  | "lookup"
  | "lookup-list"
  | "phone"
  | "address"
  | "image"
  | "any-object"
  | "json";

/** One field of an object as its screens need it. */
export interface FieldSpec {
  name: string;
  title: string;
  kind: FieldKind;
  property: Property;
  isRequired: boolean;
  isNullable: boolean;
  /** Set by the server, whoever looks. */
  isSystem: boolean;
  /** The reader may change it. */
  isEditable: boolean;
  /** The object that a lookup refers to. */
  target?: string;
  help?: string;
}

export interface ViewProps {
  field: FieldSpec;
  value: unknown;
}

export interface EditProps extends ViewProps {
  /** The id of the control that the label belongs to. */
  id: string;
  /** A value that can't be stored comes with the sentence that says why. */
  onChange: (value: unknown, problem?: string) => void;
  onBlur: () => void;
  isInvalid: boolean;
  describedBy: string | undefined;
}

/** How one kind of field is shown on a page, in a cell, as plain text, and edited. */
export interface FieldType {
  View: ComponentType<ViewProps>;
  Cell: ComponentType<ViewProps>;
  Edit: ComponentType<EditProps>;
  text: (value: unknown, field: FieldSpec) => string;
  /** The column's width in pixels where the schema says nothing else. */
  width: number;
  /** Takes a whole row of a form. */
  isWide?: boolean;
  isNumeric?: boolean;
}
