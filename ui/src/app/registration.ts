import { administrationReducers } from "@/features/administration/reducers";
import { callReducers } from "@/features/calls/reducers";
import { chatReducers } from "@/features/chat/reducers";
import { conversationReducers } from "@/features/conversations/reducers";
import { presenceReducers } from "@/features/presence/reducers";
import { recordReducers } from "@/features/records/reducers";
import { sessionReducers } from "@/features/session/reducers";
import { router } from "@/realtime/router";

/** Every feature hands its reducers to the router, before the socket opens. */
export function registerFeatures(): void {
  const all = [
    sessionReducers,
    presenceReducers,
    callReducers,
    conversationReducers,
    chatReducers,
    recordReducers,
    administrationReducers,
  ];
  for (const reducers of all) {
    router.register(reducers);
  }
}
