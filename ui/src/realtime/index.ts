export { watchActivity } from "./activity";
export { command, isConnected, startRealtime, stopRealtime, tell, topics } from "./connection";
export { useTopic, useTopics } from "./hooks";
export { type ChangeContext, type Reducers, router, type Topic } from "./router";
export type { TopicState } from "./topics";
