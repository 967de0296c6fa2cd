import { Navigate, useLocation, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ObjectSchema, WireRecord } from "@/api";
import { part } from "@/feature";
import { useFeatures } from "@/feature/declared";
import { objectName } from "@/lib/paths";
import { useSchema } from "@/store";
import { columnsIn, filterIn, whereAddress, whereIn } from "./list/filters/savedFilter";
import { type ListAddress, ListPage } from "./list/ListPage";
import { isMode, type Mode, rememberMode, useLastMode } from "./list/modes";
import { useListVisit, useWayBack } from "./list/place";
import { useLastSchema } from "./objects";
import { ClonePage } from "./record/ClonePage";
import { MakingRecords } from "./record/MakingRecords";
import { NewPage } from "./record/NewPage";
import { RecordPage } from "./record/RecordPage";
import { namedBy } from "./related/namedBy";
import { editSearch, listSearch, newSearch } from "./search";
import { Unknown } from "./Unknown";
import { Unlisted } from "./Unlisted";

const SuspectsPage = part(() => import("./merge/SuspectsPage").then((file) => file.SuspectsPage));

export { FormPreview } from "./record/FormPreview";
export { AddSection } from "./sections/AddSection";
export { SectionList } from "./sections/SectionList";

interface ListProps {
  schema: ObjectSchema;
  /** What the address says; undefined for what the person chose last. */
  mode: Mode | undefined;
}

function List({ schema, mode }: ListProps) {
  const search = listSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const object = schema.api_name;
  const last = useLastMode(object);
  const to = mode === undefined ? "/view/$object/list" : (`/view/$object/${mode}` as const);
  useListVisit(object, search);
  // An object with a screen of its own for new records has its address declared.
  const hasOwnScreen = useFeatures().some((feature) =>
    feature.routes?.some(({ path }) => path === `/view/${object}/new`),
  );
  const address: ListAddress = {
    page: search.page ?? 1,
    sort: search.sort,
    search: search.search ?? "",
    filter: filterIn(search.filter),
    columns: columnsIn(search.columns),
    where: whereIn(search.where),
  };
  const inAddress = (next: ListAddress) => ({
    ...(next.page > 1 ? { page: next.page } : {}),
    ...(next.sort === undefined ? {} : { sort: next.sort }),
    ...(next.search === "" ? {} : { search: next.search }),
    ...(next.filter === undefined ? {} : { filter: next.filter }),
    ...(next.columns === undefined ? {} : { columns: next.columns }),
    ...(next.where === undefined ? {} : { where: whereAddress(next.where) }),
  });
  return (
    <ListPage
      schema={schema}
      mode={mode ?? (last === "kanban" ? "table" : last)}
      address={address}
      onNew={hasOwnScreen ? () => void navigate({ to: "/view/$object/new", params: { object } }) : undefined}
      onCreated={({ id }) =>
        void navigate({ to: "/view/$object/record/$id/standard", params: { object, id } })
      }
      onMode={(next, change) => {
        const wanted = { ...address, ...change };
        const { sort, search, filter, where } = inAddress(wanted);
        rememberMode(object, next);
        void navigate({
          to: `/view/$object/${next}`,
          params: { object },
          // A board has neither pages nor columns of a list.
          search: next === "kanban" ? { sort, search, filter, where } : inAddress(wanted),
        });
      }}
      onAddress={(change, isStep) => {
        const search = inAddress({ ...address, ...change });
        void navigate({ to, params: { object }, replace: !isStep, search });
      }}
    />
  );
}

/** The records of an object in the mode that the address names, or as the person saw them last. */
export function ListRoute() {
  const { object = "" } = useParams({ strict: false });
  const named = useLocation().pathname.split("/").at(-1);
  const mode = isMode(named) && named !== "list" ? named : undefined;
  const name = objectName(object);
  const schema = useSchema(name);
  const had = useLastSchema(name, schema);
  if (schema && named === "duplicates") {
    return <SuspectsPage key={schema.api_name} schema={schema} />;
  }
  return schema ? (
    <List key={schema.api_name} schema={schema} mode={mode} />
  ) : (
    <Unlisted key={name} object={name} had={had} />
  );
}

/** The records of another object that name a record: that object's list, filtered to it. */
export function RelatedRoute() {
  const { object: segment = "", id = "", related: named = "" } = useParams({ strict: false });
  const related = objectName(named);
  const schema = useSchema(related);
  const had = useLastSchema(related, schema);
  if (!schema) {
    return <Unlisted object={related} had={had} />;
  }
  const rows = namedBy(schema, objectName(segment), id);
  if (rows.length === 0) {
    return <Unknown />;
  }
  const where = whereAddress({ rows, isAny: rows.length > 1 });
  return <Navigate to="/view/$object/list" params={{ object: related }} search={{ where }} replace />;
}

export function NewRoute() {
  const params = useParams({ strict: false });
  const object = objectName(params.object ?? "");
  const schema = useSchema(object);
  const had = useLastSchema(object, schema);
  const navigate = useNavigate();
  const { clone, phone } = newSearch(useSearch({ strict: false }));
  const toList = useWayBack(object);
  if (!schema) {
    return <Unknown had={had} />;
  }
  const onCreated = ({ id }: WireRecord) =>
    void navigate({ to: "/view/$object/record/$id/standard", params: { object, id }, replace: true });
  const form =
    clone === undefined ? (
      <NewPage
        key={`${object} ${phone ?? ""}`}
        schema={schema}
        phone={phone}
        onCancel={toList}
        onCreated={onCreated}
      />
    ) : (
      <ClonePage
        key={`${object} ${clone}`}
        schema={schema}
        id={clone}
        onCreated={onCreated}
        onCancel={() =>
          void navigate({
            to: "/view/$object/record/$id/standard",
            params: { object, id: clone },
            replace: true,
          })
        }
      />
    );
  return <MakingRecords>{form}</MakingRecords>;
}

export function RecordRoute() {
  const { object: segment = "", id = "" } = useParams({ strict: false });
  const { edit, ...open } = editSearch(useSearch({ strict: false }));
  const object = objectName(segment);
  const schema = useSchema(object);
  const had = useLastSchema(object, schema);
  const navigate = useNavigate();
  const toList = useWayBack(object);
  return schema ? (
    <MakingRecords>
      <RecordPage
        key={`${object} ${id}`}
        schema={schema}
        id={id}
        isEditing={edit === true}
        onEditing={(isEditing) =>
          void navigate({
            to: "/view/$object/record/$id/standard",
            params: { object, id },
            search: isEditing ? { ...open, edit: true } : open,
            replace: true,
          })
        }
        onList={toList}
        onNew={() => void navigate({ to: "/view/$object/new", params: { object } })}
        onClone={() => void navigate({ to: "/view/$object/new", params: { object }, search: { clone: id } })}
      />
    </MakingRecords>
  ) : (
    <Unknown had={had} />
  );
}
