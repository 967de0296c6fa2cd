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
        hint: "What an included app brings is there for everybody as soon as it is saved, as far as the app is active.",
        empty: "No apps",
      },
    ],
  },
];
