import { ApiError, api, detailOf, listRecords, type RestCommands, type WireRecord } from "@/api";
import { toast } from "@/components/Toaster/toasts";

/** One of our numbers, as its record says it. */
export interface Phone extends WireRecord {
  sid?: string | null;
  phone_number?: string | null;
  friendly_number?: string | null;
  voice_application_sid?: string | null;
  service_sid?: string | null;
  auto_creation_enabled?: boolean | null;
}

/** Something at the provider, with our record of it. */
export interface Made extends WireRecord {
  sid?: string | null;
  filters?: unknown;
}

type Posted = Extract<keyof RestCommands, `POST /${string}`>;

/** Sends a command whose path names nothing. */
export const post = async <R extends Posted>(route: R, input: RestCommands[R]["input"]) =>
  (await api.post<RestCommands[R]["reply"]>(`/v1${route.slice("POST ".length)}`, input)).data;

/** Says why a step failed: as a warning where it is forbidden, else what failed and what the server says of it. */
export function sayStep(error: unknown, what?: string): void {
  const detail = detailOf(error);
  if (error instanceof ApiError && error.status === 403) {
    toast.warning(detail);
  } else {
    toast.error(what ? `${what}: ${detail}` : detail);
  }
}

export const readMade = async (object: string, signal?: AbortSignal): Promise<readonly Made[]> =>
  (await listRecords<Made>(object, { limit: 50, order: "created_date", isUncounted: true }, signal)).rows;

export const readPhones = async (signal?: AbortSignal): Promise<readonly Phone[]> =>
  (await listRecords<Phone>("twilio_phone", { limit: 200, order: "created_date", isUncounted: true }, signal))
    .rows;

export interface ForSale {
  friendly_name: string;
  locality: string;
  postal_code: string;
  region: string;
  phone_number: string;
}

export const searchNumbers = async (areaCode: string): Promise<readonly ForSale[]> =>
  (await api.get<ForSale[] | null>(`/v1/twilio/phone/search?area_code=${encodeURIComponent(areaCode)}`))
    .data ?? [];

export const buyNumber = (number: string) => post("POST /twilio/phone/purchase", { phone_number: number });

export const events = [
  "onMessageAdded",
  "onMessageRemoved",
  "onMessageUpdated",
  "onConversationAdded",
  "onConversationRemoved",
  "onConversationUpdated",
  "onParticipantAdded",
  "onParticipantRemoved",
  "onParticipantUpdated",
  "onUserUpdated",
  "onConversationStateUpdated",
  "onDeliveryUpdated",
  "onUserAdded",
  // Consent is checked before a message is added.
  "onMessageAdd",
];

export const subscribe = (sid: string) =>
  api.patch(`/v1/twilio/service/${encodeURIComponent(sid)}/webhooks`, { filters: events });

export const serve = (service: string, phone: string) =>
  api.post(`/v1/twilio/service/${encodeURIComponent(service)}/phone`, { sid: phone });
