import { open, type Reset } from "@/api";

const post = <T>(path: string, body: object) =>
  open<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Has a link sent to the address, if it is an account's; the answer does not tell. */
export const askForReset = async (email: string): Promise<void> => {
  await post("/v1/password/forgot", { email });
};

/** Whose password the holder of a letter's token may choose. The token travels in bodies only: addresses stand in logs. */
export const lookAtReset = (token: string) => post<Reset>("/v1/password/look", { token });

/** Chooses a new password, which ends every session of the account. */
export const resetPassword = (token: string, password: string) =>
  post<Reset>("/v1/password/reset", { token, password });
