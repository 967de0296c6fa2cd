import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./app/index.css";
import { onOtherUser, onSessionEnd } from "@/api";
import { FeaturesContext } from "@/feature";
import { releaseUnsaved } from "@/lib/unsaved";
import { CrashPage } from "./app/CrashPage";
import { openedAt } from "./app/ownWindow";
import { preloadShown } from "./app/preloading";
import { makeRouter } from "./app/router";
import { followSystemTheme } from "./features/session/theme";
import { goToSignIn } from "./features/session/wayBack";

// A page that starts afresh holds nothing of the former user in memory.
onSessionEnd(goToSignIn);

// What stands on the page is another organization's, or another person's.
onOtherUser(() => {
  releaseUnsaved();
  location.replace("/");
});

function draw(page: ReactNode): void {
  const element = document.getElementById("root");
  if (!element) {
    throw new Error("The page has no root element.");
  }
  createRoot(element).render(<StrictMode>{page}</StrictMode>);
}

async function begin(): Promise<void> {
  followSystemTheme();
  // They come with the frame, which the page asked for beside this script.
  const { features } = await import("./app/features");
  const router = makeRouter(features, openedAt(features, location.pathname));
  preloadShown(router, features);
  draw(
    <FeaturesContext value={features}>
      <RouterProvider router={router} />
    </FeaturesContext>,
  );
}

// A task of its own: with that of the code itself it would keep a slow computer from answering for a tenth of a second.
setTimeout(() => void begin().catch((error: unknown) => draw(<CrashPage error={error} />)));
