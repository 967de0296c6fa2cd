export { KeypadPage } from "./KeypadPage";
export { PhoneSettingsPage } from "./PhoneSettingsPage";
