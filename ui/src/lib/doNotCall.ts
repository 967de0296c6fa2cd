/**
 * Whether a contact asked not to be called or texted: no screen then offers either. Of a number, whoever has it and
 * whoever reads it, the server says the same live (realtime/standing.ts).
 */
export const isBarred = (record: Readonly<Record<string, unknown>>): boolean => record.do_not_call === true;
