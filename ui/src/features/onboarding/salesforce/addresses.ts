const paths = { authentication_url: "/services/oauth2/authorize", token_url: "/services/oauth2/token" };

/** The address of a Salesforce domain, as people write it; undefined for what is none. */
export function baseOf(domain: string): string | undefined {
  const written = domain.trim();
  try {
    const url = new URL(/^https?:\/\//.test(written) ? written : `https://${written}`);
    const isPlain = url.search === "" && url.hash === "" && url.username === "" && /^\/*$/.test(url.pathname);
    return isPlain && url.hostname !== "" ? url.origin : undefined;
  } catch {
    return undefined;
  }
}

/** Where a Salesforce domain authorizes and gives tokens. */
export const addressesOf = (base: string) => ({
  authentication_url: base + paths.authentication_url,
  token_url: base + paths.token_url,
});
