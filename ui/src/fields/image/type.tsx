import { inputClass } from "@/components/Field/Field";
import { t } from "@/messages";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { controlProps } from "../control";
import { Empty } from "../Empty";
import { OutsideLink, safeLink } from "../url/type";

interface Image {
  url?: string | null;
  alt_text?: string | null;
}

const imageOf = (value: unknown): Image =>
  typeof value === "object" && value !== null ? (value as Image) : {};

/** Pictures of other hosts are linked, not loaded: they would tell their host who looks at what. */
const isOurs = (address: string) => address.startsWith("/") && !address.startsWith("//");

const describe = (value: unknown) => imageOf(value).alt_text || imageOf(value).url || "";

function View({ value }: ViewProps) {
  const { url, alt_text: alt } = imageOf(value);
  if (!url) {
    return <Empty />;
  }
  if (isOurs(url)) {
    return <img src={url} alt={alt ?? ""} width={64} height={64} className="size-16 rounded object-cover" />;
  }
  const link = safeLink(url);
  return link ? (
    <OutsideLink href={link}>{alt || url}</OutsideLink>
  ) : (
    <span className="break-words">{url}</span>
  );
}

function Cell({ value }: ViewProps) {
  return describe(value) ? <span className="truncate">{describe(value)}</span> : <Empty />;
}

function Edit(props: EditProps) {
  const { field, value, onChange, onBlur } = props;
  const image = imageOf(value);
  const change = (part: Image) => {
    const next = { ...image, ...part };
    const address = next.url ?? "";
    const isWrong = address === "" ? !!next.alt_text : !isOurs(address) && safeLink(address) === undefined;
    onChange(address === "" && !next.alt_text ? null : next, isWrong ? t.records.invalidLink : undefined);
  };
  return (
    <span className="flex flex-col gap-1.5">
      <input
        {...controlProps(props)}
        type="text"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={image.url ?? ""}
        onChange={(event) => change({ url: event.target.value })}
        className={inputClass}
      />
      <input
        type="text"
        autoComplete="off"
        aria-label={`${field.title}: ${t.records.imageAlt}`}
        placeholder={t.records.imageAlt}
        value={image.alt_text ?? ""}
        onBlur={onBlur}
        onChange={(event) => change({ alt_text: event.target.value })}
        className={inputClass}
      />
    </span>
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: describe,
  width: 160,
  firstSort: "none",
  isLarge: true,
};
