export { KeypadPage } from "./KeypadPage";
