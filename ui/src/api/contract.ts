/**
 * Shapes that cross the wire, as the interface reads them. They rest on the types generated from the Go payloads
 * (`just gen`); what is written here only says which fields this client may count on.
 */
import type * as Stored from "./generated/records";
import type { Me as GeneratedMe, Opened as GeneratedOpened, Rights, RowRights } from "./generated/rest";
import type { Description, Property as GeneratedProperty } from "./generated/schema";
import type { Change as GeneratedChange, Problem, Reference, UserPresence } from "./generated/socket";

export type { RestCommands, SocketCommands } from "./generated/commands";
export type {
  Choice,
  Instance,
  Letter,
  Membership,
  Offer,
  RecoveryCodes as RecoveryCodeList,
  Reset,
  Rights,
  Setup as FactorSetup,
  Ticket,
  Tokens as TokenReply,
} from "./generated/rest";
export type { Option } from "./generated/schema";
export type {
  NodeFigures,
  Problem,
  QuerySnapshot,
  Reference,
  RowsEvent,
} from "./generated/socket";

export type { Stored };

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
  /** What may be done with it, where that is less than with others of its object. */
  rights?: RowRights | null;
  [field: string]: unknown;
}

type Common = "id" | "version" | "name" | "owner" | `${"created" | "modified"}_${"date" | "by"}`;

/**
 * A record of one object. The Sure fields are there in every record that this client asks for, the Filled ones are
 * never null, and Shaped says what the JSON fields hold.
 */
export type RecordOf<
  R,
  Sure extends keyof R = never,
  Filled extends keyof R = never,
  Shaped = unknown,
> = WireRecord &
  Omit<R, Common | Sure | Filled | keyof Shaped> & { [K in Sure]-?: Exclude<R[K], null | undefined> } & {
    [K in Filled]?: Exclude<R[K], null | undefined>;
  } & Shaped;

/** One record change as the hub announces it. A removed record has no fields. */
export type Change = Omit<GeneratedChange, "cause" | "fields"> &
  Partial<Pick<GeneratedChange, "cause" | "fields">> & { ids?: string[] };

export type Ack<T extends object = object> = ({ ok: true } & T) | { ok: false; error: Problem };

export interface SubscribeReply {
  snapshot: unknown;
  seq: number;
}

export type CallStatus = "available" | "busy" | "offline" | "on_call" | "do_not_disturb" | "away" | "unknown";

/** A colleague: what the dot shows, and what the person chose. */
export type Colleague = Omit<UserPresence, "name" | "status" | "chosen"> & {
  name: string;
  status: CallStatus;
  chosen?: CallStatus;
};

export type Property = Omit<GeneratedProperty, "type" | "width" | "modify"> &
  Partial<Pick<GeneratedProperty, "width" | "modify">> & { type: string | string[] };

export type ObjectSchema = Pick<Description, "api_name" | "title" | "required" | "name_field"> &
  Partial<
    Pick<
      Description,
      | "id"
      | "plural"
      | "live"
      | "custom"
      | "extendable"
      | "search"
      | "order"
      | "columns"
      | "happenings"
      | "duplicate_fields"
      | "track_history"
      | "leaves_out"
      | "history_since"
      | "erasable"
    >
  > & {
    properties: Record<string, Property>;
    rights: Rights;
  };

export type UserRecord = RecordOf<
  Stored.UserRecord,
  never,
  "email" | "is_superuser",
  {
    settings?: { theme?: string; [key: string]: unknown } | null;
    availability?: { call_availability?: { call_status?: CallStatus } } | null;
  }
>;

export type Me = Pick<
  GeneratedMe,
  "administers" | "organization" | "memberships" | "rights" | "simulator" | "system" | "version"
> &
  Partial<Pick<GeneratedMe, "apps" | "demo" | "feature_flags" | "viewing" | "without">> & {
    user: UserRecord;
  };

export type Opened = Omit<GeneratedOpened, "me"> & { me?: Me };
