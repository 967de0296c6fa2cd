import type { Setting } from "./objects";

interface Kind {
  setting: Setting;
  hint: string;
}

/** The settings of a subscription, in the order in which they are offered. */
export const kinds: readonly Kind[] = [
  { setting: "Chat Message Created", hint: "A message is written in the chat." },
  {
    setting: "Chat Updated",
    hint: "The record changes: its name, its status, its members or another field.",
  },
  { setting: "Twilio Conversation Unread Messages", hint: "The conversation has unread texts." },
  { setting: "Inbound SMS Alert", hint: "A text arrives." },
  { setting: "SMS Outbound", hint: "A text is sent." },
];

const first: Readonly<Record<string, Setting>> = {
  chat: "Chat Message Created",
  twilio_conversation: "Twilio Conversation Unread Messages",
};

/** The setting of a new subscriber, unless another one is chosen. */
export const usualOf = (object: string): Setting => first[object] ?? "Chat Updated";
