import { parseJson } from "@/lib/exact";
import { api } from "./client";
import type { Choice, Instance, Me, Membership, TokenReply } from "./contract";
import { ApiError, problemOf } from "./problem";
import { acceptToken, endSession } from "./token";

export async function open<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new ApiError(0, {});
  }
  if (!response.ok) {
    throw await problemOf(response);
  }
  return parseJson(await response.text()) as T;
}

/**
 * Signs in. A person of several organizations who names none gets them to choose from, and is not signed in yet.
 */
export async function signIn(
  username: string,
  password: string,
  organization?: string,
): Promise<Membership[] | undefined> {
  const reply = await open<TokenReply | Choice>("/v1/oauth2/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password, ...(organization === undefined ? {} : { organization }) }),
  });
  if ("memberships" in reply) {
    return reply.memberships;
  }
  acceptToken(reply);
  return undefined;
}

/** Goes to another organization of the same person: the page starts afresh there (onOtherUser). */
export async function switchOrganization(organization: string): Promise<void> {
  acceptToken((await api.post<TokenReply>("/v1/oauth2/switch", { organization })).data);
}

/** Ends the session on the server where it can be reached, and here in any case. */
export async function signOut(): Promise<void> {
  try {
    await api.post("/v1/oauth2/revoke", {});
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
  } finally {
    endSession();
  }
}

export const fetchInstance = () => open<Instance>("/v1/public/instance");

export const fetchMe = async () => (await api.get<Me>("/v1/me")).data;
