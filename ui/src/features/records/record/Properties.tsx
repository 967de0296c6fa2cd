import { Pencil } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { WireRecord } from "@/api";
import { Disclosure } from "@/components/Disclosure/Disclosure";
import { shownAs, useFacts } from "@/feature";
import { type FieldSpec, fieldType } from "@/fields";
import { isEmpty } from "@/fields/value";
import { cn } from "@/lib/cn";
import { words } from "../messages";
import { EditedProperty } from "./EditedProperty";
import { Footer } from "./Footer";
import type { Layout } from "./layout";
import type { InPlace } from "./useInPlace";

const asWords = (text: string) => ` ${text.toLowerCase()} `;

/** Whether a text stands in the record's name already, as a first name does. */
const isInName = (value: unknown, name: string): boolean =>
  typeof value === "string" && value !== "" && asWords(name).includes(asWords(value));

interface PropertyProps {
  field: FieldSpec;
  record: WireRecord;
  inPlace: InPlace;
  /** The id of its pencil. */
  id: string;
  onOpen: () => void;
  onClose: () => void;
}

/** A field to read; by a click on it, or its pencil, it is changed where it stands. */
function Property({ field, record, inPlace, id, onOpen, onClose }: PropertyProps) {
  const { View, isWide } = fieldType(field.kind);
  const facts = useFacts(field.object);
  if (inPlace.opened.includes(field.name)) {
    return (
      <div>
        <dt className="sr-only">{field.title}</dt>
        <dd>
          <EditedProperty field={field} record={record} editing={inPlace.editing} onClose={onClose} />
        </dd>
      </div>
    );
  }
  const mayEdit = inPlace.mayEdit && field.isEditable;
  const openByClick = (event: React.MouseEvent) => {
    const isOfValue = event.target instanceof Element && event.target.closest("a, button, input") !== null;
    if (mayEdit && !isOfValue && String(getSelection()) === "") {
      onOpen();
    }
  };
  return (
    // biome-ignore lint/a11y: the pencil does the same for keys and for readers of the screen
    <div
      onClick={openByClick}
      className={cn(
        "group relative -mx-1.5 flex min-h-7 gap-2 rounded px-1.5 py-1",
        isWide && "flex-col gap-0.5",
        mayEdit && "cursor-text hover:bg-n3",
      )}
    >
      <dt data-tip={field.help} className="w-24 shrink-0 truncate pt-0.5 text-meta text-n10">
        {field.title}
      </dt>
      <dd className="min-w-0 flex-1 [overflow-wrap:anywhere] [&>a.truncate]:block">
        <View field={field} value={shownAs(facts, field.name, record)} />
        {mayEdit ? (
          <button
            id={id}
            type="button"
            aria-label={words.editField(field.title)}
            data-tip={words.editField(field.title)}
            onClick={onOpen}
            className="absolute top-0.5 right-0.5 flex size-6 items-center justify-center rounded-sm bg-n3 text-n11 opacity-0 hover:text-n12 focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100"
          >
            <Pencil aria-hidden className="size-3.5" />
          </button>
        ) : null}
      </dd>
    </div>
  );
}

interface PropertiesProps {
  layout: Layout;
  record: WireRecord;
  title: string;
  nameField: string;
  inPlace: InPlace;
}

/** What is known of a record, a line each; what is empty or rarely asked for is folded, and nothing is said twice. */
export function Properties({ layout, record, title, nameField, inPlace }: PropertiesProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const values = record as Record<string, unknown>;
  const told = layout.details.filter(
    (field) => field.name !== nameField && !isInName(values[field.name], title),
  );
  // One that is being changed stays where it is, whatever is stored meanwhile.
  const openedEmpty = useRef<Record<string, boolean>>({});
  const isFolded = ({ name }: FieldSpec) =>
    inPlace.opened.includes(name)
      ? openedEmpty.current[name] === true
      : isEmpty(values[name]) || layout.aside.has(name);
  const [closed, setClosed] = useState<string>();
  useEffect(() => {
    if (closed !== undefined) {
      document.getElementById(`${id}-${closed}`)?.focus();
      setClosed(undefined);
    }
  }, [closed, id]);
  const property = (field: FieldSpec) => (
    <Property
      key={field.name}
      id={`${id}-${field.name}`}
      field={field}
      record={record}
      inPlace={inPlace}
      onOpen={() => {
        openedEmpty.current[field.name] = isFolded(field);
        inPlace.open(field.name);
      }}
      onClose={() => {
        inPlace.close(field.name);
        setClosed(field.name);
      }}
    />
  );
  const folded = told.filter(isFolded);
  const areEmpty = folded.every(({ name }) => isEmpty(values[name]));
  const full = told.filter((field) => !isFolded(field));
  return (
    <section aria-labelledby={`${id}-title`} className="px-4 py-4">
      <h2 id={`${id}-title`} className="pb-2 font-semibold">
        {words.details}
      </h2>
      <dl>{full.map(property)}</dl>
      {folded.length > 0 ? (
        <>
          <Disclosure
            isOpen={isOpen}
            aria-controls={`${id}-empty`}
            onClick={() => setOpen(!isOpen)}
            className="mt-1"
          >
            {(areEmpty ? words.emptyFields : words.moreFields)(folded.length, isOpen)}
          </Disclosure>
          <dl id={`${id}-empty`} hidden={!isOpen}>
            {folded.map(property)}
          </dl>
        </>
      ) : null}
      <Footer record={record} className="pt-3" />
    </section>
  );
}
