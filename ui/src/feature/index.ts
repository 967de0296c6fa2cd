export { FeaturesContext, useFacts, useFeatures } from "./declared";
export type { Feature, ObjectFacts, PageRoute, Place, ShortcutGroup } from "./feature";
export { part } from "./part";
export { RecordSlot, useRecordParts } from "./RecordSlot";
export type { Setting, SettingGroup } from "./setting";
