import { type Feature, part } from "@/feature";

const actions = part(() => import("./FileActions").then((file) => file.FileActions));

/** Files and the records that they are kept with. */
export const files: Feature = {
  objects: {
    file: {
      isQuiet: true,
      Action: actions,
      Content: part(() => import("./viewer/FileContent").then((file) => file.RecordContent)),
    },
    related_file: { label: "Attachments", isQuiet: true, relatedBy: ["file"], Action: actions },
  },
  RecordCard: part(() => import("./FilesCard").then((file) => file.FilesCard)),
  settings: () => import("./settings").then((file) => file.settings),
  reducers: () => import("./reducers").then((file) => file.fileReducers),
};
