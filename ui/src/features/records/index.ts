import { Contact, NotebookPen, ShieldCheck, UserCog, Users } from "lucide-react";
import { type Feature, page, part } from "@/feature";
import { t } from "@/messages";
import { leadsTo } from "./addresses";
import { keyWords } from "./names";
import { editSearch, findSearch, listSearch, newSearch } from "./search";

const pages = () => import("./pages");

/** Lists, pages and forms of whatever objects the server has. */
export const records: Feature = {
  routes: [
    ...["list", "table", "gallery", "json", "duplicates"].map((mode) => ({
      path: `/view/$object/${mode}`,
      component: page(pages, "ListRoute"),
      search: listSearch,
    })),
    {
      path: "/view/$object/kanban",
      component: page(() => import("./board/BoardRoute"), "BoardRoute"),
      search: listSearch,
    },
    { path: "/view/$object", leadsTo },
    { path: "/live/contacts", leadsTo: () => "/view/contact/list" },
    { path: "/live/user", leadsTo: () => "/view/user/list" },
    { path: "/view/$object/new", component: page(pages, "NewRoute"), search: newSearch },
    {
      path: "/view/$object/record/$id/standard",
      component: page(pages, "RecordRoute"),
      search: editSearch,
    },
    { path: "/view/$object/record/$id/standard/$related", component: page(pages, "RelatedRoute") },
    { path: "/view/$object/$view", leadsTo },
    {
      path: "/search",
      component: page(() => import("./find/FindPage"), "FindPage"),
      search: findSearch,
    },
  ],
  objects: {
    contact: {
      icon: Contact,
      order: 1,
      lead: ["company", "phone", "email"],
      hasFace: true,
      relatedBy: ["owner"],
    },
    note: {
      icon: NotebookPen,
      order: 2,
      incomplete: t.records.fillIn,
      Happened: part(() => import("./timeline/HappenedNote").then((file) => file.HappenedNote)),
    },
    user: {
      icon: UserCog,
      isAdministered: true,
      isColleague: true,
      order: 4,
      lead: ["email", "extension", "phone"],
      aside: ["settings", "availability"],
      hasFace: true,
      relatedBy: ["teams"],
    },
    team: { icon: Users, isAdministered: true, order: 5 },
    permission: { icon: ShieldCheck, isAdministered: true, order: 6 },
  },
  reducers: () => import("./reducers").then((file) => file.recordReducers),
  Navigation: part(() => import("./sections/Sections").then((file) => file.Sections)),
  Conditions: part(() => import("./list/filters/ConditionsField").then((file) => file.ConditionsField)),
  Form: part(() => pages().then((file) => file.FormPreview)),
  composers: [
    {
      key: "note",
      label: keyWords.note,
      icon: NotebookPen,
      // A note is about a record of any object that has a timeline to show it on.
      isFor: (_, identity) => identity?.rights.note?.create === true,
      Composer: part(() => import("./timeline/NoteComposer").then((file) => file.NoteComposer)),
    },
  ],
  leads: { KeyN: "/view/note/list" },
  shortcuts: [
    {
      title: keyWords.title,
      keys: [
        ["alt+mod+e", keyWords.toggleEdit],
        ["alt+mod+c", keyWords.saveRecord],
        ["alt+mod+n", keyWords.newRecord],
        ["alt+mod+d", keyWords.deleteRecord],
        ["alt+↑", keyWords.moveSection],
      ],
    },
  ],
};
