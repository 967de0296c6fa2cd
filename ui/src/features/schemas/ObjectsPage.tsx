import { Link, useNavigate } from "@tanstack/react-router";
import { Boxes, ChevronRight, FileText, Plus } from "lucide-react";
import { useState } from "react";
import type { ObjectSchema } from "@/api";
import { Block } from "@/components/Block/Block";
import { Button } from "@/components/Button/Button";
import { PageHeader } from "@/components/PageHeader/PageHeader";
import { PageState } from "@/components/PageState/PageState";
import { SearchBox } from "@/components/SearchBox/SearchBox";
import { useFacts } from "@/feature";
import { fieldsOf } from "@/fields";
import { compareText } from "@/lib/compare";
import { schemasAtom, useAtomValue } from "@/store";
import { bringBack } from "./bringBack";
import { words } from "./messages";
import { NewObject } from "./NewObject";
import { objectsPath } from "./names";
import { RetiredList } from "./RetiredList";
import { useRetiredObjects } from "./useDefinition";

/** One object, with the way to its fields where somebody may change them. */
function ObjectRow({ schema }: { schema: ObjectSchema }) {
  const Icon = useFacts(schema.api_name).find(({ icon }) => icon)?.icon ?? FileText;
  const count = fieldsOf(schema).filter(({ isSystem }) => !isSystem).length;
  const isFixed = schema.extendable !== true;
  return (
    <li className="relative flex h-13 items-center gap-3 border-t px-4 first:border-t-0 has-[a]:hover:bg-n2">
      <Icon aria-hidden className="size-4 shrink-0 text-n11" />
      <span className="min-w-0 flex-1">
        {isFixed ? (
          <span className="block truncate text-n11" data-tip={words.fixed}>
            {schema.title}
          </span>
        ) : (
          <Link
            to={`${objectsPath}/$object`}
            params={{ object: schema.api_name }}
            className="block truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
          >
            {schema.title}
          </Link>
        )}
        <code className="block truncate text-meta text-n11">{schema.api_name}</code>
      </span>
      <span className="shrink-0 text-meta text-n11 tabular-nums">{words.fieldCount(count)}</span>
      {isFixed ? (
        <span className="size-4 shrink-0" />
      ) : (
        <ChevronRight aria-hidden className="size-4 shrink-0 text-n10" />
      )}
    </li>
  );
}

function Objects({ label, schemas }: { label: string; schemas: readonly ObjectSchema[] }) {
  return (
    <Block title={label}>
      <ul aria-label={label} className="overflow-hidden rounded-lg border bg-surface shadow-small">
        {schemas.map((schema) => (
          <ObjectRow key={schema.api_name} schema={schema} />
        ))}
      </ul>
    </Block>
  );
}

/** Every object that there is: those of the organization first, then what came with the product. */
export function ObjectsPage() {
  const schemas = useAtomValue(schemasAtom) ?? [];
  const { retired = [], again } = useRetiredObjects();
  const [search, setSearch] = useState("");
  const [isMaking, setMaking] = useState(false);
  const navigate = useNavigate();
  const wanted = search.trim().toLowerCase();
  const found = schemas
    .filter(({ title, api_name: name }) => `${title} ${name}`.toLowerCase().includes(wanted))
    .sort((left, right) => compareText(left.title, right.title));
  const own = found.filter(({ custom }) => custom);
  const builtIn = found.filter(({ custom }) => !custom);
  const hasOwn = schemas.some(({ custom }) => custom);
  const make = (
    <Button tone="primary" icon={<Plus className="size-4" />} isShort onClick={() => setMaking(true)}>
      {words.newObject}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={make} />
      <div className="min-h-0 flex-1 overflow-y-auto bg-n2">
        <div className="mx-auto flex max-w-4xl flex-col gap-6 px-5 py-5 max-sm:px-3">
          <div className="w-72 max-sm:w-full">
            <SearchBox label={words.find} clearLabel={words.clear} search={search} onSearch={setSearch} />
          </div>
          {own.length > 0 ? <Objects label={words.ownObjects} schemas={own} /> : null}
          {hasOwn || wanted !== "" ? null : (
            <PageState
              icon={<Boxes />}
              title={words.noOwn}
              text={words.noOwnHint}
              className="rounded-lg border border-n7 border-dashed"
              action={<Button onClick={() => setMaking(true)}>{words.newObject}</Button>}
            />
          )}
          {builtIn.length > 0 ? <Objects label={words.builtInObjects} schemas={builtIn} /> : null}
          {found.length === 0 ? <PageState title={words.noneFound(search)} /> : null}
          {retired.length > 0 && wanted === "" ? (
            <Block title={words.retiredObjects}>
              <RetiredList
                label={words.retiredObjects}
                items={retired}
                nameOf={(one) => one.api_name}
                onRestore={(one) => bringBack(one.api_name, one.title).then(again)}
              />
            </Block>
          ) : null}
        </div>
      </div>
      {isMaking ? (
        <NewObject
          taken={new Set(schemas.map((schema) => schema.api_name))}
          onClose={() => setMaking(false)}
          onCreated={({ api_name: object }) =>
            void navigate({ to: `${objectsPath}/$object`, params: { object } })
          }
        />
      ) : null}
    </>
  );
}
