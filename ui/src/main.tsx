import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./app/index.css";
import { onOtherUser, onSessionEnd } from "@/api";
import { FeaturesContext } from "@/feature";
import { releaseUnsaved } from "@/lib/unsaved";
import { router as events } from "@/realtime/router";
import { outgoing } from "@/thread";
import { features } from "./app/features";
import { preloadShown } from "./app/preloading";
import { router } from "./app/router";
import { followSystemTheme } from "./features/session/theme";
import { goToSignIn } from "./features/session/wayBack";

// A page that starts afresh holds nothing of the former user in memory.
onSessionEnd(goToSignIn);

// What stands on the page is another organization's, or another person's.
onOtherUser(() => {
  releaseUnsaved();
  location.replace("/");
});

// Before the socket opens, every feature says what it hears of, and how it sends what waits.
for (const feature of features) {
  if (feature.reducers) {
    events.register(feature.reducers);
  }
  outgoing.register(feature);
}
followSystemTheme();
preloadShown();

const element = document.getElementById("root");
if (!element) {
  throw new Error("The page has no root element.");
}
createRoot(element).render(
  <StrictMode>
    <FeaturesContext value={features}>
      <RouterProvider router={router} />
    </FeaturesContext>
  </StrictMode>,
);
