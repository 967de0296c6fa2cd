/** Shapes that cross the wire (architecture §4 and §5), as the interface reads them. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The value of any field. */
export type Value = Json | undefined;

export interface Reference {
  id: string;
  name?: string;
}

/** A record of any object: audit fields and whatever the reader may see. */
export interface WireRecord {
  id: string;
  version: number;
  name?: string | null;
  created_date?: string;
  modified_date?: string;
  created_by?: Reference | null;
  modified_by?: Reference | null;
  owner?: Reference | null;
  [field: string]: unknown;
}

export type Operation = "created" | "updated" | "removed" | "bulk";

/** One record change as the hub announces it. */
export interface Change {
  seq: number;
  topics: string[];
  object: string;
  id: string;
  op: Operation;
  version: number;
  cause?: string;
  fields?: Record<string, unknown>;
  ids?: string[];
  command?: string;
}

export interface Problem {
  code: string;
  detail: string;
  errors?: Record<string, string[]>;
  retry_after?: number;
}

export type Ack<T extends object = object> = ({ ok: true } & T) | { ok: false; error: Problem };

export interface SubscribeReply {
  snapshot: unknown;
  seq: number;
}

export type CallStatus = "available" | "busy" | "offline" | "on_call" | "do_not_disturb" | "away" | "unknown";

export interface Colleague {
  id: string;
  name: string;
  /** What the dot shows; derived from the choice, sockets, activity and calls. */
  status: CallStatus;
  /** What the person chose. */
  chosen?: CallStatus;
}

export interface Rights {
  create: boolean;
  read: boolean;
  update: boolean;
  delete: boolean;
}

export interface Property {
  title: string;
  type: string | string[];
  format?: string;
  enum?: string[];
  anyOf?: { schema_api_name?: string; type?: string }[];
  width?: number;
  help_text?: string;
  default?: unknown;
  modify?: boolean;
  /** Set by the server alone: id, version, audit fields. */
  system?: boolean;
}

export interface ObjectSchema {
  id?: string;
  api_name: string;
  title: string;
  plural?: string;
  properties: Record<string, Property>;
  required: string[];
  name_field: string;
  rights: Rights;
}

export interface UserRecord extends WireRecord {
  email?: string;
  is_superuser?: boolean;
  settings?: { theme?: string; [key: string]: unknown } | null;
  availability?: { call_availability?: { call_status?: CallStatus } } | null;
}

export interface Me {
  user: UserRecord;
  organization: { id: string; name: string };
  rights: Record<string, Rights>;
  apps?: string[];
  feature_flags?: Record<string, boolean>;
}

export interface Instance {
  name: string;
  demo: boolean;
  simulator: boolean;
  version: string;
}

export interface TokenReply {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
}

export interface CallRecord extends WireRecord {
  sid?: string | null;
  status:
    | "queued"
    | "ringing"
    | "in-progress"
    | "answered"
    | "completed"
    | "busy"
    | "failed"
    | "no-answer"
    | "canceled";
  direction: "inbound" | "outbound";
  user?: Reference | null;
  contact?: Reference | null;
  to_formatted?: string | null;
  from_formatted?: string | null;
  to_number?: string | null;
  from_number?: string | null;
  forwarded_from?: string | null;
  start_time?: string | null;
  answered_at?: string | null;
  end_time?: string | null;
  transfer?: "Cold" | "Warm" | null;
  phone?: Reference | null;
  candidates?: Reference[] | null;
  declined_by?: Reference[] | null;
}

export type DeliveryAmount = "none" | "some" | "all";

export interface Delivery {
  total: number;
  sent: DeliveryAmount;
  delivered: DeliveryAmount;
  read: DeliveryAmount;
  failed: DeliveryAmount;
  undelivered: DeliveryAmount;
}

export interface ConversationRecord extends WireRecord {
  sid?: string | null;
  type?: "group" | "other";
  friendly_name?: string | null;
  contacts?: Reference[] | null;
  contact_phones?: string[] | null;
  phone?: Reference | null;
  state?: string;
  last_message?: string | null;
  last_message_at?: string | null;
  last_number?: number;
  read_number?: number;
  unread_messages?: number;
}

export interface TextMessage extends WireRecord {
  conversation?: Reference | null;
  number?: number;
  body?: string | null;
  direction: "incoming" | "outgoing";
  user_name?: string | null;
  contact_name?: string | null;
  contact?: Reference | null;
  user?: Reference | null;
  delivery?: Delivery | null;
  error_code?: number | null;
  error_text?: string | null;
  client_id?: string | null;
}

export interface ChatRecord extends WireRecord {
  status?: "Open" | "Closed";
  members?: Reference[] | null;
  private?: boolean;
  topic?: string | null;
  last_message?: string | null;
  last_message_at?: string | null;
  last_number?: number;
  read_numbers?: Record<string, number> | null;
  unread_messages?: Record<string, number> | null;
}

export interface ChatMessage extends WireRecord {
  chat?: Reference | null;
  number?: number;
  body?: string | null;
  user?: Reference | null;
  client_id?: string | null;
}
