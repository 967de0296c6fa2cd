export type { FieldSpec } from "./contract";
export { fieldType } from "./registry";
export { fieldsOf, secretsOf, specOf } from "./spec";
export { isEmpty, isSame } from "./value";
