import { releaseUnsaved } from "@/lib/unsaved";

const key = "switchboard.person";

function inTab(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

let isSigningOut = false;

/** Remembers who uses this tab. */
export const noteUser = (id: string): void => inTab()?.setItem(key, id);

/** Whoever signs out wants back to nowhere. */
export const forgetWayBack = (): void => {
  isSigningOut = true;
};

/** Where the page goes when the session ends: a sign-in that leads back, unless the person signed out. */
export function signInAddress(here: string): string {
  return isSigningOut || here === "/" ? "/login" : `/login?redirect=${encodeURIComponent(here)}`;
}

/** The way back belongs to who was here: somebody else who signs in in this tab begins at the start. */
export function wayBackOf(user: string | undefined, way: string | undefined): string {
  const before = inTab()?.getItem(key) ?? undefined;
  const isOther = before !== undefined && user !== undefined && before !== user;
  return isOther ? "/" : (way ?? "/");
}

/** Pages of people who are not signed in. */
const outside = ["/login", "/invitation", "/forgot", "/reset", "/second-factor"];

/** Goes to the sign-in. What was typed is kept with its person. */
export function goToSignIn(): void {
  if (!outside.includes(location.pathname)) {
    releaseUnsaved();
    location.replace(signInAddress(location.pathname + location.search));
  }
}
