import { identityAtom, store } from "@/store";

function regionOf(locale: string | null | undefined): string | undefined {
  try {
    return locale ? new Intl.Locale(locale).maximize().region : undefined;
  } catch {
    return undefined; // people type it
  }
}

/** The country within which a number without a country code is read: that of the person's locale, else the browser's. */
export const ownCountry = (): string =>
  regionOf(store.get(identityAtom)?.user.locale) ?? regionOf(navigator.language) ?? "US";
