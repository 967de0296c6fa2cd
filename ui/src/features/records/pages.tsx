import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { ObjectSchema } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { objectName } from "@/lib/paths";
import { ListPage } from "./list/ListPage";
import { words } from "./messages";
import { useSchema } from "./objects";
import { NewPage } from "./record/NewPage";
import { RecordPage } from "./record/RecordPage";
import { editSearch, listSearch } from "./search";

function Unknown() {
  return <PageState icon={<SearchX />} title={words.unknownObject} text={words.unknownObjectHint} />;
}

function List({ schema }: { schema: ObjectSchema }) {
  const search = listSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const object = schema.api_name;
  const address = { page: search.page ?? 1, sort: search.sort, search: search.search ?? "" };
  return (
    <ListPage
      schema={schema}
      address={address}
      onNew={() => void navigate({ to: "/view/$object/new", params: { object } })}
      onAddress={(change, isStep) => {
        const next = { ...address, ...change };
        void navigate({
          to: "/view/$object/list",
          params: { object },
          replace: !isStep,
          search: {
            ...(next.page > 1 ? { page: next.page } : {}),
            ...(next.sort === undefined ? {} : { sort: next.sort }),
            ...(next.search === "" ? {} : { search: next.search }),
          },
        });
      }}
    />
  );
}

export function ListRoute() {
  const { object = "" } = useParams({ strict: false });
  const schema = useSchema(objectName(object));
  return schema ? <List key={schema.api_name} schema={schema} /> : <Unknown />;
}

export function NewRoute() {
  const params = useParams({ strict: false });
  const object = objectName(params.object ?? "");
  const schema = useSchema(object);
  const navigate = useNavigate();
  return schema ? (
    <NewPage
      key={object}
      schema={schema}
      onCancel={() => void navigate({ to: "/view/$object/list", params: { object } })}
      onCreated={({ id }) =>
        void navigate({ to: "/view/$object/record/$id/standard", params: { object, id }, replace: true })
      }
    />
  ) : (
    <Unknown />
  );
}

export function RecordRoute() {
  const { object: segment = "", id = "" } = useParams({ strict: false });
  const { edit } = editSearch(useSearch({ strict: false }));
  const object = objectName(segment);
  const schema = useSchema(object);
  const navigate = useNavigate();
  return schema ? (
    <RecordPage
      key={`${object} ${id}`}
      schema={schema}
      id={id}
      isEditing={edit === true}
      onEditing={(isEditing) =>
        void navigate({
          to: "/view/$object/record/$id/standard",
          params: { object, id },
          search: isEditing ? { edit: true } : {},
          replace: true,
        })
      }
      onList={() => void navigate({ to: "/view/$object/list", params: { object } })}
      onNew={() => void navigate({ to: "/view/$object/new", params: { object } })}
    />
  ) : (
    <Unknown />
  );
}
