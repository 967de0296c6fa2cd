export type { FieldKind, FieldSpec, FieldType } from "./contract";
export { fieldType } from "./registry";
export { fieldsOf, kindOf, specOf } from "./spec";
export { isEmpty, isSame } from "./value";
