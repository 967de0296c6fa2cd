import { parseJson } from "@/lib/exact";
import { api } from "./client";
import type { Choice, Instance, Me, Ticket, TokenReply } from "./contract";
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

/** What is still asked of somebody who is not signed in yet: a code, or which of several organizations. */
export type Asked = Choice | Ticket;

async function enter(path: string, body: object): Promise<Asked | undefined> {
  const reply = await open<TokenReply | Asked>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if ("access_token" in reply) {
    acceptToken(reply);
    return undefined;
  }
  return reply;
}

/** Signs in, or says what else is asked. A person of several organizations names one. */
export const signIn = (username: string, password: string, organization?: string) =>
  enter("/v1/oauth2/token", { username, password, organization });

/** Goes on with the ticket of a sign-in: with a code, or with the organization that was chosen. */
export const goOn = (step: { ticket: string; code?: string; trust?: boolean; organization?: string }) =>
  enter("/v1/oauth2/second_factor", step);

/** Goes to another organization of the same person: the page starts afresh there (onOtherUser). */
export async function switchOrganization(organization: string): Promise<void> {
  acceptToken((await api.post<TokenReply>("/v1/oauth2/switch", { organization })).data);
}

/** Sees the product as another user, or as oneself again: the page starts afresh (onOtherUser). */
export async function viewAs(user?: string): Promise<void> {
  const [path, body] = user === undefined ? ["/v1/view_as/end", {}] : ["/v1/view_as", { user }];
  acceptToken((await api.post<TokenReply>(path, body)).data);
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
