import type { SettingGroup } from "@/feature";

const words = {
  files: "Files",
  max_megabytes: { label: "Largest file in megabytes", hint: "Larger files can't be uploaded." },
  total_megabytes: {
    label: "Storage in megabytes",
    hint: "What all files may take together. Deleted files count until they are permanently deleted.",
  },
};

export const settings: readonly SettingGroup[] = [
  {
    title: words.files,
    order: 6.5,
    settings: [
      {
        path: "settings.files.max_megabytes",
        kind: "number",
        least: 1,
        most: 10_240,
        ...words.max_megabytes,
      },
      {
        path: "settings.files.total_megabytes",
        kind: "number",
        least: 1,
        most: 100_000_000,
        ...words.total_megabytes,
      },
    ],
  },
];
