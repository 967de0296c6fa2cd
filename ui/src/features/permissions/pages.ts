/** What is loaded when the frame stands: nobody needs it to begin with. */
export { PersonRights } from "./PersonRights";
export { SetPanels } from "./SetPanels";
export { ToldField } from "./ToldField";
