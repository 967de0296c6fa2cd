import type { SettingGroup } from "@/feature";

/** Which apps the organization uses. */
export const settings: readonly SettingGroup[] = [
  {
    title: "Apps",
    order: 8,
    settings: [
      {
        path: "apps",
        kind: "records",
        object: "app",
        label: "Apps in use",
        hint: "Active apps you include become available to everyone as soon as you save.",
        empty: "No apps",
      },
    ],
  },
];
