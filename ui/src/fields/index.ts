export type { FieldKind, FieldSpec, FieldType } from "./contract";
export { fieldType, kindOf } from "./registry";
export { fieldsOf, secretsOf, specOf } from "./spec";
export { isEmpty, isSame } from "./value";
