export { FeaturesContext, isMadeByForm, shownAs, useFacts, useFeatures } from "./declared";
export { type FailedProps, LoadAgain } from "./failed";
export type {
  BodyProps,
  Command,
  ConditionsProps,
  Feature,
  HomeCard,
  ListToolProps,
  ObjectFacts,
  Only,
  OwnWindow,
  PageRoute,
  Place,
  RecordComposer,
  SectionFacts,
  Sender,
  ShortcutGroup,
} from "./feature";
export { allParts, type Loadable, page, part } from "./part";
export { RecordSlot, useRecordParts } from "./RecordSlot";
export type { Setting, SettingGroup } from "./setting";
export { useParts } from "./useParts";
export { useReturn } from "./useReturn";
export { useToldChanges } from "./useToldChanges";
