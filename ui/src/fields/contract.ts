import type { ComponentType } from "react";
import type { Property } from "@/api";

/** What a field means: the name of a folder beside this file. */
export type FieldKind = string;

/** One field of an object as its screens need it. */
export interface FieldSpec {
  /** The object that it is a field of. */
  object: string;
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

/**
 * One kind of field: how it is shown on a page, in a cell, as plain text, edited, and sorted in a list. Its
 * folder's type.tsx exports it as fieldType.
 */
export interface FieldType {
  View: ComponentType<ViewProps>;
  Cell: ComponentType<ViewProps>;
  Edit: ComponentType<EditProps>;
  text: (value: unknown, field: FieldSpec) => string;
  /** The column's width in pixels where the schema says nothing else. */
  width: number;
  /** Which way a list is sorted by it first; none if the server can't sort by it. */
  firstSort: "ascending" | "descending" | "none";
  /** The formats of a property that it shows; without them the one of the folder's name. */
  formats?: readonly string[];
  /** The JSON types that it shows where no format is given. */
  types?: readonly string[];
  /** Properties that it shows before formats are asked; main is the JSON type that is not null. */
  claims?: (property: Property, main: string) => boolean;
  /** Takes a whole row of a form. */
  isWide?: boolean;
  /** Has several lines in a form: it stands behind what has one. */
  isTall?: boolean;
  /** Needs more room than a column has: no list shows it unasked. */
  isLarge?: boolean;
  isNumeric?: boolean;
  /** Its cell cuts what has no room by itself: a clip of each cell costs every frame of a scrolled table. */
  isCut?: boolean;
  /** What is typed into it is never kept in the browser. */
  isSecret?: boolean;
}
