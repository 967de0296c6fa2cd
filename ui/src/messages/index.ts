/**
 * The sentences that more than one feature uses, in one typed catalogue. Each feature keeps its own beside its
 * pages, so that they come with them. English is the shipped language.
 */
import { frame } from "./frame";
import { records } from "./records";

export const t = { frame, records };
