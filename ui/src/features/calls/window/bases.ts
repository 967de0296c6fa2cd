/** How the addresses of the phone's window begin. */
export const bases = ["/phone2", "/phone"] as const;

/** Whether this is the phone's window, or a tab that shows what it shows. */
export const isPhoneWindow = (): boolean =>
  bases.some((base) => location.pathname === base || location.pathname.startsWith(`${base}/`));
