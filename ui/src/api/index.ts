export { api, requestBytes } from "./client";
export { send, send as carryOut } from "./commands";
export type * from "./contract";
export { ApiError, detailOf } from "./problem";
export * from "./records";
export {
  type Asked,
  fetchInstance,
  fetchMe,
  goOn,
  open,
  signIn,
  signOut,
  switchOrganization,
  viewAs,
} from "./session";
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
