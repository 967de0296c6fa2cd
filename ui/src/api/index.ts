export { type Audited, readAudit } from "./audit";
export { api, requestBytes } from "./client";
export { carryOut } from "./commands";
export type * from "./contract";
export { decryptField } from "./decrypt";
export { type FeedPage, type News, readFeed } from "./feed";
export { type HistoryPage, type Revision, readHistory, restoreRecord } from "./history";
export { ApiError, detailOf } from "./problem";
export * from "./records";
export { countRelated, mostRelated } from "./related";
export { fetchInstance, fetchMe, open, signIn, signOut, switchOrganization } from "./session";
export { readTimeline, type TimelinePage } from "./timeline";
export {
  type AccessToken,
  currentToken,
  endSession,
  freshToken,
  onOtherUser,
  onSessionEnd,
  onToken,
  refreshToken,
  takeOpened,
} from "./token";
