export { FeaturesContext, useFacts, useFeatures } from "./declared";
export type { Feature, ObjectFacts, PageRoute, Place, ShortcutGroup } from "./feature";
export { RecordSlot } from "./RecordSlot";
export { loadGroups, type Setting, type SettingGroup } from "./setting";
