import { Frame } from "../Frame";
import type { WizardProps } from "../wizard";
import { ApiKey, EventFilters, MessagingService, VoiceApplication } from "./Create";
import { AssignMessaging, AssignVoice, AutoCreation } from "./EachPhone";
import { ImportPhones } from "./ImportPhones";
import { OwnAccount } from "./OwnAccount";
import { SaveCredentials } from "./SaveCredentials";

const steps = [
  OwnAccount,
  SaveCredentials,
  VoiceApplication,
  ApiKey,
  MessagingService,
  EventFilters,
  ImportPhones,
  AssignVoice,
  AssignMessaging,
  AutoCreation,
];

/** Sets up the account at the phone provider. */
export function TelephonyMode({ record }: WizardProps) {
  return <Frame record={record} title={String(record.name ?? "")} steps={steps} />;
}
