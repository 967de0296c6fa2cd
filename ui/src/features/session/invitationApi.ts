import { api, carryOut, type Offer, open } from "@/api";

const post = (path: string, body: object) =>
  open<Offer>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** What the holder of a letter's token is invited to. The token travels in bodies only: addresses stand in logs. */
export const lookAtInvitation = (token: string) => post("/v1/invitation/look", { token });

/** Accepts with a password: the one of the account, or the one that a new account gets. */
export const acceptInvitation = (token: string, answer: { name?: string; password: string }) =>
  post("/v1/invitation/accept", { token, ...answer });

/** Accepts as who is signed in. */
export const acceptSignedIn = async (token: string) =>
  (await api.post<Offer>("/v1/invitation/accept", { token })).data;

export const resendInvitation = (user: string) => carryOut("POST /invitation/{id}/resend", { id: user });

export const withdrawInvitation = (user: string) => carryOut("POST /invitation/{id}/withdraw", { id: user });
