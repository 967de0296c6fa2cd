import { History } from "lucide-react";
import { createElement, useEffect, useRef, useState } from "react";
import type { ObjectSchema, WireRecord } from "@/api";
import { type ObjectFacts, RecordSlot } from "@/feature";
import { cn } from "@/lib/cn";
import { useMedia } from "@/lib/useMedia";
import { nameFieldOf, useAtom, useAtomValue } from "@/store";
import { words } from "../messages";
import { SideCards } from "../related/SideCards";
import { Timeline } from "../timeline/Timeline";
import type { Layout } from "./layout";
import { askedAtom } from "./NoteButton";
import { Properties } from "./Properties";
import { useComposers } from "./useComposers";
import type { InPlace } from "./useInPlace";

export interface WorkspaceProps {
  schema: ObjectSchema;
  layout: Layout;
  record: WireRecord;
  facts: readonly ObjectFacts[];
  title: string;
  isRemoved: boolean;
  inPlace: InPlace;
}

/** Where one writes: a tab for each feature that has something to write about the record. */
function Composers({ object, record }: { object: string; record: WireRecord }) {
  const composers = useComposers(object);
  const [key, setKey] = useState<string>();
  const [asked, setAsked] = useAtom(askedAtom);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked?.id !== record.id) {
      return;
    }
    if (asked.key === key) {
      panel.current?.querySelector<HTMLElement>("textarea, button")?.focus();
      setAsked(undefined);
    } else {
      setKey(asked.key);
    }
  }, [asked, setAsked, key, record.id]);
  // A note can be written about anybody; the others may have nothing to write to yet.
  const chosen = composers.find((one) => one.key === key) ?? composers.at(-1);
  if (!chosen) {
    return null;
  }
  return (
    <div className="shrink-0 border-t">
      <div role="tablist" aria-label={words.write} className="mx-auto flex w-full max-w-190 gap-1 px-4 pt-2">
        {composers.map((one) => (
          <button
            key={one.key}
            type="button"
            role="tab"
            aria-selected={one === chosen}
            onClick={() => setKey(one.key)}
            className={cn(
              "inline-flex h-7 items-center gap-1.5 rounded-sm px-2 font-medium text-meta",
              one === chosen ? "bg-accent-soft text-accent-text" : "text-n11 hover:bg-n3",
            )}
          >
            <one.icon aria-hidden className="size-3.5" />
            {one.label}
          </button>
        ))}
      </div>
      <div ref={panel} role="tabpanel" aria-label={chosen.label} className="pt-2">
        {createElement(chosen.Composer, { key: chosen.key, object, record })}
      </div>
    </div>
  );
}

const storyOf = (facts: readonly ObjectFacts[]) => facts.find(({ Story }) => Story)?.Story;

/** What happened with a record, or how it went by itself where a feature tells that: in tabs then, that one first. */
function Middle({ schema, record, facts, isRemoved }: Omit<WorkspaceProps, "layout" | "title" | "inPlace">) {
  const story = storyOf(facts);
  const [isTold, setTold] = useState(true);
  const asked = useAtomValue(askedAtom);
  const isAsked = asked?.id === record.id; // to write, which one does below the timeline
  useEffect(() => {
    if (isAsked) {
      setTold(false);
    }
  }, [isAsked]);
  const composer = isRemoved ? null : <Composers object={schema.api_name} record={record} />;
  const timeline = <Timeline schema={schema} id={record.id} composer={composer} />;
  if (!story) {
    return timeline;
  }
  const tabs = [
    { label: story.label, icon: story.icon, isShown: isTold },
    { label: words.timeline, icon: History, isShown: !isTold },
  ];
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-surface">
      <div role="tablist" aria-label={words.story} className="flex shrink-0 gap-1 border-b px-4 py-1.5">
        {tabs.map((one, place) => (
          <button
            key={one.label}
            type="button"
            role="tab"
            aria-selected={one.isShown}
            onClick={() => setTold(place === 0)}
            className={cn(
              "inline-flex h-7 items-center gap-1.5 rounded-sm px-2 font-medium",
              one.isShown ? "bg-accent-soft text-accent-text" : "text-n11 hover:bg-n3",
            )}
          >
            <one.icon aria-hidden className="size-3.5" />
            {one.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        aria-label={isTold ? story.label : words.timeline}
        className="flex min-h-0 flex-1 flex-col"
      >
        {isTold ? (
          <div className="min-h-0 flex-1 overflow-y-auto">{createElement(story.Part, { record })}</div>
        ) : (
          timeline
        )}
      </div>
    </div>
  );
}

/**
 * A record with all that happened with it: what is known of it on the left, the timeline in the middle, what
 * belongs to it on the right. Each scrolls by itself; a narrow screen shows one of the first two at a time.
 */
export function Workspace({ schema, layout, record, facts, title, isRemoved, inPlace }: WorkspaceProps) {
  // Of whom one writes and speaks with, one wants to see what happened; of all else what it is.
  const [shows, setShows] = useState<"timeline" | "details">(
    schema.happenings?.some(({ thread }) => thread !== undefined) ? "timeline" : "details",
  );
  const isWide = useMedia("(min-width: 80rem)");
  const isMedium = useMedia("(min-width: 48rem)");
  const related = (
    <>
      {isMedium || shows === "details" ? (
        <SideCards schema={schema} record={record} title={title} isRemoved={isRemoved} />
      ) : null}
      <RecordSlot facts={facts} place="Below" record={record} />
    </>
  );
  return (
    <>
      <div className="hidden shrink-0 gap-1 border-b bg-surface px-4 py-1.5 max-md:flex">
        {(["timeline", "details"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={shows === one}
            onClick={() => setShows(one)}
            className={cn(
              "h-7 flex-1 rounded-sm font-medium",
              shows === one ? "bg-accent-soft text-accent-text" : "text-n11",
            )}
          >
            {one === "timeline" ? (storyOf(facts)?.label ?? words.timeline) : words.details}
          </button>
        ))}
      </div>
      <div className="flex min-h-0 flex-1">
        <div
          className={cn(
            "w-70 shrink-0 overflow-y-auto border-r bg-surface max-md:w-full max-md:border-r-0",
            shows === "timeline" && "max-md:hidden",
          )}
        >
          <Properties
            layout={layout}
            record={record}
            title={title}
            nameField={nameFieldOf(schema)}
            inPlace={inPlace}
          />
          {isWide ? null : related}
        </div>
        <div className={cn("flex min-w-0 flex-1", shows === "details" && "max-md:hidden")}>
          <Middle schema={schema} record={record} facts={facts} isRemoved={isRemoved} />
        </div>
        {isWide ? (
          <aside
            aria-label={words.related}
            className="w-80 shrink-0 overflow-y-auto border-l bg-surface empty:hidden"
          >
            {related}
          </aside>
        ) : null}
      </div>
    </>
  );
}
