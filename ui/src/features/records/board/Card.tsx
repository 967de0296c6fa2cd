import { useDraggable } from "@dnd-kit/core";
import { Link } from "@tanstack/react-router";
import { memo, useCallback } from "react";
import type { WireRecord } from "@/api";
import { Avatar } from "@/components/Avatar/Avatar";
import { shownAs, useFacts } from "@/feature";
import { isEmpty } from "@/fields";
import { cn } from "@/lib/cn";
import { t } from "@/messages";
import { useRecord } from "@/store";
import { FieldCell, useTint } from "../list/Row";
import { type CardSetting, useCardSetting } from "./BoardContext";

const cardClass =
  "group relative rounded border border-n6 bg-raised px-3 py-2.5 shadow-small transition-colors duration-120 [-webkit-touch-callout:none]";

function nameIn(record: WireRecord, { nameField }: CardSetting): string {
  const name = record[nameField];
  return typeof name === "string" && name !== "" ? name : t.records.noValue;
}

/** The fields of a card that hold something. */
function CardFields({ record, setting }: { record: WireRecord; setting: CardSetting }) {
  const facts = useFacts(setting.object);
  const held = setting.board.cardFields.filter(({ name }) => !isEmpty(shownAs(facts, name, record)));
  return held.length === 0 ? null : (
    <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-1 text-meta">
      {held.map((field) => (
        <div key={field.name} className="contents">
          <dt className="max-w-24 self-center truncate text-n10" data-tip-cut>
            {field.title}
          </dt>
          <dd className="flex min-w-0 items-center justify-end overflow-hidden text-n11">
            <FieldCell field={field} record={record} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What flies with the pointer. */
export function FlyingCard({ id }: { id: string }) {
  const setting = useCardSetting();
  const record = useRecord(setting.object, id);
  return record ? (
    <div className={cn(cardClass, "cursor-grabbing border-n7 shadow-float")}>
      <span className="flex items-center gap-2 font-medium">
        {setting.hasFaces ? <Avatar name={nameIn(record, setting)} size="tiny" /> : null}
        <span className="line-clamp-2 min-w-0" dir="auto">
          {nameIn(record, setting)}
        </span>
      </span>
      <CardFields record={record} setting={setting} />
    </div>
  ) : null;
}

interface CardProps {
  id: string;
  /** Keys hold it. */
  isGrabbed: boolean;
}

/** One record on a board. */
export const Card = memo(function Card({ id, isGrabbed }: CardProps) {
  const setting = useCardSetting();
  const record = useRecord(setting.object, id);
  const { listeners, setNodeRef, isDragging } = useDraggable({ id, disabled: !setting.isMovable });
  const tint = useTint<HTMLLIElement>(setting.tints[id]);
  const ref = useCallback(
    (element: HTMLLIElement | null) => {
      tint.current = element;
      setNodeRef(element);
    },
    [tint, setNodeRef],
  );
  if (!record) {
    return null;
  }
  const name = nameIn(record, setting);
  return (
    <li
      ref={ref}
      {...listeners}
      data-card={id}
      className={cn(
        cardClass,
        "select-none hover:border-n8",
        setting.isMovable && "cursor-grab",
        isDragging && "opacity-40",
        isGrabbed && "border-accent ring-2 ring-accent",
      )}
    >
      <span className="flex items-center gap-2">
        {setting.hasFaces ? <Avatar name={name} size="tiny" /> : null}
        <Link
          to="/view/$object/record/$id/standard"
          params={{ object: setting.object, id }}
          draggable={false}
          data-card-link={id}
          aria-describedby={setting.isMovable ? setting.hintId : undefined}
          dir="auto"
          // The link covers the whole card, so that a click anywhere on it opens the record.
          className={cn(
            "line-clamp-2 min-w-0 font-medium outline-none after:absolute after:inset-0 after:rounded focus-visible:after:outline-2 focus-visible:after:outline-accent",
            setting.isMovable && "cursor-grab",
          )}
        >
          {name}
        </Link>
      </span>
      <CardFields record={record} setting={setting} />
    </li>
  );
});
