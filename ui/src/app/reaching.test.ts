// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** What begins a call or a text, in the words of the code. */
const begins =
  /placeCall\(|useCalling\(|useCallBack\(|callRecord\(|openDialer\(|<Dialer\b|<CallStarter|openNewText\(|beginConversation\(|sendText\(|postText|<NewTextDialog|<TextBox|<FirstText|"POST \/twilio\/(?:call|message|conversation|scheduled)"|call\.dial|["`](?:tel|sms):/;

/** What shows that a file asks whether somebody may be called or texted. */
const asks = /isBarred|useStanding|reaches:|useLook/;

/**
 * Each place that begins a call or a text, and what keeps it from somebody who is not to be called: that it asks
 * itself, that another file asks for it, or why nobody need ask. A new place must decide.
 */
const places: Readonly<Record<string, "asks" | { asked: string } | { why: string }>> = {
  "components/Bubble/links.ts": {
    why: "what somebody wrote: the device's own telephone opens it, not the desk",
  },
  "features/calls/ActiveCallsPage.tsx": { asked: "features/calls/Dialer.tsx" },
  "features/calls/CallButton.tsx": "asks",
  "features/calls/CallStarter.tsx": { asked: "features/calls/Dialer.tsx" },
  "features/calls/Dialer.tsx": "asks",
  "features/calls/DialerOverlay.tsx": { asked: "features/calls/Dialer.tsx" },
  "features/calls/MissedCalls.tsx": "asks",
  "features/calls/callRecord.ts": { asked: "features/calls/CallButton.tsx" },
  "features/calls/dock/DockIdle.tsx": { asked: "features/calls/Dialer.tsx" },
  "features/calls/dock/Missed.tsx": "asks",
  "features/calls/index.ts": "asks",
  "features/calls/placeCall.ts": { why: "the one way to the server, which refuses by the same rule" },
  "features/calls/useCallBack.ts": "asks",
  "features/calls/useCalling.ts": { asked: "features/calls/Dialer.tsx" },
  "features/calls/window/KeypadPage.tsx": "asks",
  "features/conversations/ConversationView.tsx": { asked: "features/conversations/TextBox.tsx" },
  "features/conversations/ConversationsPage.tsx": { asked: "features/conversations/begin/NewTextDialog.tsx" },
  "features/conversations/SendingFoot.tsx": {
    why: "gives back a text that waits; the server asks before it goes",
  },
  "features/conversations/TextComposer.tsx": { asked: "features/conversations/TextBox.tsx" },
  "features/conversations/actions.ts": { why: "the one way to the server, which refuses by the same rule" },
  "features/conversations/begin/FirstText.tsx": "asks",
  "features/conversations/begin/NewTextDialog.tsx": "asks",
  "features/conversations/begin/NewTextOverlay.tsx": {
    asked: "features/conversations/begin/NewTextDialog.tsx",
  },
  "features/conversations/begin/TextButton.tsx": "asks",
  "features/conversations/begin/TextStarter.tsx": { asked: "features/conversations/begin/NewTextDialog.tsx" },
  "features/conversations/begin/begin.ts": "asks",
  "features/conversations/compose/formatting.ts": { why: "the address of a link in what is written" },
  "features/conversations/index.ts": "asks",
  "features/conversations/schedule.ts": { why: "the server refuses by the same rule when the time comes" },
  "features/simulator/Forms.tsx": { why: "plays the people outside, who call and text us" },
  "features/simulator/api.ts": { why: "plays the people outside, who call and text us" },
  "features/simulator/customers.ts": { why: "plays the people outside, who call and text us" },
};

const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.test-env\.|generated/.test(file))
  .map((file) => relative(root, join(root, file)).replaceAll("\\", "/"));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

describe("nobody is called or texted who is not to be", () => {
  it("in no place that has not decided", () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((file) => begins.test(textOf(file))).sort()).toEqual(Object.keys(places).sort());
  });

  it.each(Object.entries(places))("in %s", (file, verdict) => {
    if (verdict === "asks") {
      expect(textOf(file)).toMatch(asks);
    } else if ("asked" in verdict) {
      expect(textOf(verdict.asked)).toMatch(asks);
    } else {
      expect(verdict.why).not.toBe("");
    }
  });
});
