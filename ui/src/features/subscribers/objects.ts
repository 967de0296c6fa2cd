import type { RecordOf, Stored } from "@/api";

export const object = "notification_subscriber";

export type Subscriber = RecordOf<Stored.NotificationSubscriberRecord>;
export type Setting = NonNullable<Subscriber["notification_setting"]>;

/** The list of a record's subscribers. */
export const listOf = (record: string) => `subscribers:${record}`;
