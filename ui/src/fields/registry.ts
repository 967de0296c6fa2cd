import { address } from "./address/address";
import { anyObject } from "./any-object/anyObject";
import { boolean } from "./boolean/boolean";
import type { FieldKind, FieldType } from "./contract";
import { dateTime } from "./date-time/dateTime";
import { email } from "./email/email";
import { enumeration } from "./enum/enum";
import { image } from "./image/image";
import { json } from "./json/json";
import { lookup } from "./lookup/lookup";
import { lookupList } from "./lookup-list/lookupList";
import { multiSelect } from "./multi-select/multiSelect";
import { number } from "./number/number";
import { phone } from "./phone/phone";
import { text } from "./text/text";
import { textArea } from "./text-area/textArea";
import { url } from "./url/url";

/** Every kind of field and how it looks; kindOf gives what is unknown the kind text or json. */
const registry: Record<FieldKind, FieldType> = {
  text,
  "text-area": textArea,
  email,
  url,
  number,
  boolean,
  "date-time": dateTime,
  enum: enumeration,
  "multi-select": multiSelect,
  lookup,
  "lookup-list": lookupList,
  phone,
  address,
  image,
  "any-object": anyObject,
  json,
};

export const fieldType = (kind: FieldKind): FieldType => registry[kind];
