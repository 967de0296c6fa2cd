export { placeCall } from "./calls";
export { api } from "./client";
export type * from "./contract";
export { ApiError, detailOf } from "./problem";
export * from "./records";
export { fetchInstance, fetchMe, signIn, signOut } from "./session";
export { currentToken, endSession, freshToken, onSessionEnd, onToken, refreshToken } from "./token";
