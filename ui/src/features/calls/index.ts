import { AudioLines, ChartGantt, Hash, History, Phone, PictureInPicture2 } from "lucide-react";
import type { WireRecord } from "@/api";
import { type Command, type Feature, page, part } from "@/feature";
import { isBarred } from "@/lib/doNotCall";
import { isLikeNumber } from "@/lib/phone";
import { type Identity, rightsFor } from "@/store";
import { mayCall, openDialer } from "./dialing";
import { badgeAtom, isBusyAtom, ownCountAtom, ringAtom } from "./hooks";
import { ownCalls } from "./liveCalls";
import { shownStatus, statusChoices } from "./missed";
import { unseenCountAtom } from "./missedCalls";
import {
  callLabel,
  contactsError,
  journalTitle,
  keyWords,
  liveCallsLabel,
  logTitle,
  missedTitle,
  myCall,
  newCall,
  recordingsTitle,
  title,
} from "./names";
import type { CallRecord } from "./objects";
import { addresses, tabAddresses } from "./window/addresses";
import { bases } from "./window/bases";
import { windowWords } from "./window/names";

const pages = () => import("./pages");
const openWindow = () => void import("./window/openPhoneWindow").then((file) => file.openPhoneWindow());
const recordings = () => import("./recordings/pages");
const mayHear = (identity: Identity | undefined) => rightsFor(identity, "twilio_recording").read;
const phonePages = () => import("./window/pages");

const numberOf = (record: WireRecord) =>
  (record.phone as { phone_number?: string } | null | undefined)?.phone_number;

const isCallable = (record: WireRecord) => !isBarred(record) && Boolean(numberOf(record));

const call = (record: WireRecord) => import("./callRecord").then(({ callRecord }) => callRecord(record));

const dial = (label: string, typed?: string): Command => ({
  key: label,
  label,
  icon: Phone,
  ...(typed === undefined ? {} : { reaches: { number: typed } }),
  run: () => openDialer(typed),
});

/** Calls, in and out. */
export const calls: Feature = {
  name: "calls",
  routes: [
    { path: "/live/active_calls", component: page(pages, "CallsRoute") },
    { path: "/live/call", leadsTo: () => "/view/call/list" },
    { path: "/active_calls/$id", component: page(pages, "CallRoute") },
    { path: tabAddresses.Recordings.path, component: page(recordings, "RecordingsPage"), isFor: mayHear },
    { path: tabAddresses.Keypad.path, component: page(phonePages, "KeypadPage"), isFor: mayCall },
    { path: tabAddresses.Settings.path, component: page(phonePages, "PhoneSettingsPage") },
  ],
  places: [
    {
      key: "calls",
      path: "/live/active_calls",
      label: title,
      icon: Phone,
      section: "live",
      within: ["/active_calls/"],
      badge: { count: badgeAtom, label: liveCallsLabel },
    },
    {
      key: "recordings",
      path: tabAddresses.Recordings.path,
      label: recordingsTitle,
      icon: AudioLines,
      section: "live",
      isMore: true,
      isFor: mayHear,
    },
  ],
  window: {
    bases,
    ...addresses,
    Bar: part(() => import("./window/PhoneTabs").then((file) => file.PhoneTabs)),
  },
  objects: {
    call: {
      Happened: part(() => import("./HappenedCall").then((file) => file.HappenedCall)),
      Story: {
        label: journalTitle,
        icon: ChartGantt,
        Part: part(() => import("./journal/CallJournal").then((file) => file.CallJournal)),
      },
      icon: History,
      label: logTitle,
      order: 3,
      hasNoForm: true,
      shows: {
        status: (call) => shownStatus(call as unknown as CallRecord),
      },
      choices: { status: statusChoices },
      cells: { transfers: part(() => import("./HappenedTransfers").then((file) => file.HandoverCell)) },
      placed: ["transfers"],
      Action: part(() => import("./BarredMark").then((file) => file.BarredAction)),
      Told: part(() => import("./HappenedTransfers").then((file) => file.HandoversTold)),
      Bar: part(() => import("./HappenedTransfers").then((file) => file.HandoverBar)),
      lead: ["status", "direction", "start_time"],
      aside: [
        "sid",
        "conference_id",
        "conference",
        "to_formatted",
        "from_formatted",
        "candidates",
        "seen_by",
        "journal",
      ],
      relatedBy: ["phone"],
      section: {
        label: title,
        icon: Phone,
        only: { field: "status", values: ["ringing", "in-progress"] },
        order: "-start_time",
        path: (id) => `/active_calls/${id}`,
        title: () => pages().then(({ callFrom }) => callFrom),
      },
    },
    conference: { isQuiet: true, hasNoForm: true, aside: ["sid"], relatedBy: ["call"] },
    call_participant: {
      isQuiet: true,
      hasNoForm: true,
      aside: ["sid", "muted", "hold"],
      relatedBy: ["call", "conference", "user"],
    },
    contact: {
      fetchError: contactsError,
      Action: part(() => import("./CallButton").then((file) => file.CallButton)),
      commands: (record) =>
        isCallable(record)
          ? [
              {
                key: "call",
                label: callLabel(String(record.name ?? "")),
                icon: Phone,
                reaches: { number: numberOf(record) ?? "" },
                run: () => void call(record),
              },
            ]
          : [],
    },
    twilio_recording: {
      icon: AudioLines,
      isInside: true,
      hasNoForm: true,
      lead: ["start_time", "duration"],
      aside: ["sid", "channels", "status"],
      relatedBy: ["call"],
      Bar: part(() => recordings().then((file) => file.RecordingBar)),
    },
    twilio_phone: {
      icon: Hash,
      isAdministered: true,
      relatedBy: ["assigned_user"],
      aside: ["sid", "service_sid", "voice_application_sid", "friendly_number"],
    },
  },
  home: [
    {
      key: "missed",
      heading: missedTitle,
      order: 20,
      count: unseenCountAtom,
      Card: part(() => import("./MissedCalls").then((file) => file.UnseenCalls)),
    },
    {
      key: "call",
      heading: myCall,
      order: 10,
      count: ownCountAtom,
      Card: part(() => import("./MyCall").then((file) => file.MyCall)),
    },
  ],
  starters: [{ key: "call", Starter: part(() => import("./CallStarter").then((file) => file.CallStarter)) }],
  commands: (typed, identity) => [
    ...(mayCall(identity)
      ? [dial(newCall), ...(isLikeNumber(typed) ? [dial(callLabel(typed), typed)] : [])]
      : []),
    { key: "phone window", label: windowWords.open, icon: PictureInPicture2, run: openWindow },
  ],
  Overlay: part(() => import("./DialerOverlay").then((file) => file.DialerOverlay)),
  reducers: () => import("./reducers").then((file) => file.callReducers),
  topics: [ownCalls],
  holds: isBusyAtom,
  alert: ringAtom,
  shortcuts: [
    {
      title: keyWords.title,
      keys: [
        ["alt+a", keyWords.accept],
        ["alt+d", keyWords.decline],
        ["m", keyWords.mute],
        ["h", keyWords.hold],
        ["k", keyWords.keypad],
        ["t", keyWords.transfer],
        ["s", keyWords.swap],
        ["r", keyWords.record],
        ["alt+mod+p", title],
      ],
    },
  ],
  leads: { KeyP: "/live/active_calls" },
  Sign: part(() => import("./dock/PhoneSign").then((file) => file.PhoneSign)),
  Dock: part(() => import("./dock/Dock").then((file) => file.Dock)),
  settings: () => import("./settings").then((file) => file.settings),
};
