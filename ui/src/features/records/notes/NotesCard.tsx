import { Link } from "@tanstack/react-router";
import { NotebookPen, Pencil, Plus } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { createRecord, patchRecord, type WireRecord } from "@/api";
import { Button } from "@/components/Button/Button";
import { Disclosure } from "@/components/Disclosure/Disclosure";
import { Field, inputClass } from "@/components/Field/Field";
import { IconButton } from "@/components/IconButton/IconButton";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { toast } from "@/components/Toaster/toasts";
import { recall, remember } from "@/lib/storage";
import { t } from "@/messages";
import { identityAtom, keep, rightsFor, shownAtom, useAtomValue } from "@/store";
import { sayRefusal } from "../commands";
import { useListPage } from "../list/useListPage";
import { words } from "./messages";

const object = "note";
const newest = 20;
const kept = "notes.open";
const sort = { field: "created_date", isDescending: true };
const nothing: readonly never[] = [];

interface FormProps {
  about: { object: string; id: string };
  /** The note that is changed, undefined for a new one. */
  note: WireRecord | undefined;
  onClose: () => void;
}

/** Writes a note about a record, or changes one. */
function NoteForm({ about, note, onClose }: FormProps) {
  const [name, setName] = useState(String(note?.name ?? ""));
  const [value, setValue] = useState(String(note?.notes ?? ""));
  const [isBusy, setBusy] = useState(false);
  const [command] = useState(() => crypto.randomUUID());
  const first = useRef<HTMLInputElement>(null);
  const [nameId, valueId] = [useId(), useId()];
  useEffect(() => first.current?.focus(), []);
  const save = async () => {
    if (isBusy) {
      return;
    }
    if (name.trim() === "" || value.trim() === "") {
      toast.warning(words.fillIn);
      return;
    }
    setBusy(true);
    try {
      const fields = { name: name.trim(), notes: value };
      const saved = note
        ? await patchRecord(object, { id: note.id, version: note.version, ...fields }, command)
        : await createRecord(
            object,
            { ...fields, related_to: { schema: about.object, id: about.id } },
            command,
          );
      keep(object, [saved]);
      toast.success(note ? words.updated : words.created);
      onClose();
    } catch (error) {
      sayRefusal(error, () => (note ? words.updateFailed : words.createFailed));
      setBusy(false);
    }
  };
  return (
    <form
      className="grid gap-3 pt-1"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          onClose();
        }
      }}
    >
      <Field label={words.name} htmlFor={nameId}>
        <input
          ref={first}
          id={nameId}
          value={name}
          maxLength={255}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
          className={inputClass}
        />
      </Field>
      <Field label={words.value} htmlFor={valueId}>
        <textarea
          id={valueId}
          value={value}
          rows={4}
          onChange={({ target }) => setValue(target.value)}
          className={`${inputClass} h-auto py-1.5`}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="small" disabled={isBusy} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button size="small" type="submit" tone="primary" isBusy={isBusy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

interface LineProps {
  id: string;
  search: string;
  mayEdit: boolean;
  onEdit: (note: WireRecord) => void;
}

const isFound = (note: WireRecord, search: string) =>
  String(note.name ?? "")
    .toLowerCase()
    .includes(search.trim().toLowerCase());

function NoteLine({ id, search, mayEdit, onEdit }: LineProps) {
  const shown = useAtomValue(shownAtom(object, id));
  if (!shown || shown.isRemoved || !isFound(shown.record, search)) {
    return null;
  }
  const { record } = shown;
  const name = String(record.name || t.records.noValue);
  return (
    <li className="flex items-start gap-2 border-n6 border-t py-1.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <Link
          to={`/view/${object}/${id}`}
          dir="auto"
          className="block truncate text-accent-text hover:underline"
        >
          {name}
        </Link>
        <p dir="auto" className="line-clamp-2 text-meta text-n11 [overflow-wrap:anywhere]">
          {String(record.notes ?? "")}
        </p>
      </div>
      {mayEdit ? (
        <IconButton
          label={words.edit(name)}
          icon={<Pencil className="size-3.5" />}
          onClick={() => onEdit(record)}
        />
      ) : null}
    </li>
  );
}

function NoteList({ about, onEdit }: { about: FormProps["about"]; onEdit: (note: WireRecord) => void }) {
  const [search, setSearch] = useState("");
  const mayEdit = rightsFor(useAtomValue(identityAtom), object).update;
  const { list, error, reload, showNew } = useListPage({
    object,
    page: 1,
    sort,
    search: "",
    fields: nothing,
    about: { field: "related_to", subField: "id", id: about.id },
    size: newest,
  });
  const waiting = list ? list.fresh.length + list.changed.length : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is new
  useEffect(() => {
    if (waiting > 0) {
      showNew();
    }
  }, [waiting]);
  const ids = list?.ids.slice(0, newest) ?? [];
  if (error && !list) {
    return (
      <p role="alert" className="flex items-center gap-2 py-2 text-n11">
        {words.failed}
        <Button size="small" tone="ghost" onClick={reload}>
          {words.tryAgain}
        </Button>
      </p>
    );
  }
  return (
    <>
      <SearchBox label={words.search} clearLabel={words.clear} search={search} onSearch={setSearch} />
      <ul aria-label={words.heading} className="peer max-h-[300px] overflow-y-auto pt-1 empty:hidden">
        {ids.map((id) => (
          <NoteLine key={id} id={id} search={search} mayEdit={mayEdit} onEdit={onEdit} />
        ))}
      </ul>
      {list ? (
        <p className="hidden items-center gap-2 py-3 text-meta text-n11 peer-empty:flex">
          <NotebookPen aria-hidden className="size-4" />
          {words.none}
        </p>
      ) : null}
    </>
  );
}

/** The notes about a record: a list, or the form for one; folded until somebody wants them. */
export function NotesCard({ about }: { about: { object: string; id: string } }) {
  const heading = useId();
  const [isOpen, setOpen] = useState(recall(kept) === "true");
  const [form, setForm] = useState<{ note: WireRecord | undefined }>();
  const mayAdd = rightsFor(useAtomValue(identityAtom), object).create;
  return (
    <section aria-labelledby={heading} className="border-b px-4 py-3 last:border-b-0">
      <div className="flex items-center gap-2">
        <h2 id={heading} className="min-w-0 flex-1">
          <Disclosure
            isOpen={isOpen}
            className="font-semibold text-n12"
            onClick={() => {
              remember(kept, isOpen ? undefined : "true");
              setOpen(!isOpen);
            }}
          >
            {words.heading}
          </Disclosure>
        </h2>
        {isOpen && mayAdd && !form ? (
          <Button
            size="small"
            tone="ghost"
            icon={<Plus className="size-3.5" />}
            onClick={() => setForm({ note: undefined })}
          >
            {words.add}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        form ? (
          <NoteForm about={about} note={form.note} onClose={() => setForm(undefined)} />
        ) : (
          <NoteList about={about} onEdit={(note) => setForm({ note })} />
        )
      ) : null}
    </section>
  );
}
