import { type Feature, part } from "@/feature";

const pages = () => import("./pages");

/** Permission sets: what they give and to whom, and what a person may do by them. */
export const permissions: Feature = {
  objects: {
    permission: {
      Body: part(() => pages().then((file) => file.SetPanels)),
      placed: ["schemas", "object_permissions", "object_field_permissions", "scopes", "system"],
      Told: part(() => pages().then((file) => file.ToldField)),
    },
    user: { Below: part(() => pages().then((file) => file.PersonRights)) },
  },
  reducers: () => import("./reducers").then((file) => file.permissionReducers),
};
