import { ExternalLink } from "lucide-react";
import { t } from "@/messages";
import { AddressInput } from "../AddressInput";
import type { EditProps, FieldType, ViewProps } from "../contract";
import { Empty } from "../Empty";
import { Line } from "../Line";
import { textOf } from "../value";

/** A link that is safe to follow; one without a scheme gets http://. undefined where it is none. */
export function safeLink(typed: string): string | undefined {
  const text = typed.trim();
  const isWeb = /^https?:\/\//i.test(text);
  if (
    text === "" ||
    /[\s\\]/.test(text) ||
    (!isWeb && (text.startsWith("/") || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)))
  ) {
    return undefined;
  }
  try {
    const url = new URL(isWeb ? text : `http://${text}`);
    return url.username === "" && url.password === "" ? url.href : undefined;
  } catch {
    return undefined;
  }
}

export function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex max-w-full items-center gap-1 text-accent-text hover:underline"
    >
      <span data-tip-cut className="truncate">
        {children}
      </span>
      <ExternalLink aria-hidden className="size-3 shrink-0" />
    </a>
  );
}

const shortened = (address: string) => address.replace(/^https?:\/\//i, "");

function View({ value }: ViewProps) {
  const shown = textOf(value);
  const link = safeLink(shown);
  if (link === undefined) {
    return shown ? <span className="break-words">{shown}</span> : <Empty />;
  }
  return <OutsideLink href={link}>{shortened(shown)}</OutsideLink>;
}

/** In a list it is no link, and looks like none: a click anywhere on a row opens the record. */
function Cell({ value }: ViewProps) {
  const shown = textOf(value);
  return shown ? <Line>{safeLink(shown) === undefined ? shown : shortened(shown)}</Line> : <Empty />;
}

function Edit(props: EditProps) {
  return (
    <AddressInput
      {...props}
      type="url"
      isRight={(typed) => safeLink(typed) !== undefined}
      problem={t.records.invalidLink}
    />
  );
}

export const fieldType: FieldType = {
  View,
  Cell,
  Edit,
  text: textOf,
  width: 200,
  isCut: true,
  firstSort: "ascending",
};
