export { FeaturesContext, useFacts, useFeatures } from "./declared";
export type { Feature, ObjectFacts, PageRoute, Place, ShortcutGroup } from "./feature";
export { RecordSlot } from "./RecordSlot";
export type { Setting, SettingGroup } from "./setting";
