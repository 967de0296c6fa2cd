import type { Setting } from "./objects";

interface Kind {
  setting: Setting;
  hint: string;
}

/** What a subscriber can be told, in the order in which it is offered. */
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

/** What a new subscriber of a record is told, unless another setting is chosen. */
export const usualOf = (object: string): Setting => first[object] ?? "Chat Updated";
