import { type Feature, part } from "@/feature";
import { invited } from "./names";

/** Who is signed in, and who is invited. */
export const session: Feature = {
  objects: {
    session: { isInside: true },
    user: {
      Bar: part(() => import("./pages").then((file) => file.InvitationBar)),
      created: ({ email }) => invited(String(email ?? "")),
    },
  },
  reducers: () => import("./reducers").then((file) => file.sessionReducers),
  topics: ["me"],
};
