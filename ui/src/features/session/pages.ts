/** What is loaded when the frame stands: nobody needs it to begin with. */
export { InvitationBar } from "./InvitationBar";
