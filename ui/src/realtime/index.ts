export { watchActivity } from "./activity";
export { useTopic, useTopics } from "./hooks";
export { type ChangeContext, type Reducers, router } from "./router";
export { useStanding, useStandings } from "./standing";
export { command, isConnected, startRealtime, stopRealtime, tell, topics } from "./tab";
export type { TopicState } from "./topics";
export { useLiveRecord } from "./useLiveRecord";
