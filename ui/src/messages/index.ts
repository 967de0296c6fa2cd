/** Every sentence of the interface, in one typed catalogue. English is the shipped language. */
import { administration } from "./administration";
import { calls } from "./calls";
import { chat } from "./chat";
import { consent } from "./consent";
import { frame } from "./frame";
import { invitations } from "./invitations";
import { organization } from "./organization";
import { records } from "./records";
import { session } from "./session";
import { simulator } from "./simulator";
import { texts } from "./texts";

export const t = {
  administration,
  calls,
  chat,
  consent,
  frame,
  invitations,
  organization,
  records,
  session,
  simulator,
  texts,
};
