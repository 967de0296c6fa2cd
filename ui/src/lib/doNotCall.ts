/** Whether a contact asked not to be called or texted: no screen then offers either. */
export const isBarred = (record: Readonly<Record<string, unknown>>): boolean => record.do_not_call === true;
