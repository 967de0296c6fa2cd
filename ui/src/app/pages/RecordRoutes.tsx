import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import type { ObjectSchema } from "@/api";
import { PageState } from "@/components/PageState/PageState";
import { ConsentHistory } from "@/features/consent/ConsentHistory";
import { ListPage } from "@/features/records/list/ListPage";
import { useSchema } from "@/features/records/objects";
import { NewPage } from "@/features/records/record/NewPage";
import { RecordPage } from "@/features/records/record/RecordPage";
import { objectName } from "@/lib/paths";
import { t } from "@/messages";

function Unknown() {
  return <PageState icon={<SearchX />} title={t.records.unknownObject} text={t.records.unknownObjectHint} />;
}

function List({ schema }: { schema: ObjectSchema }) {
  const search = useSearch({ from: "/frame/view/$object/list" });
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
  const { object } = useParams({ from: "/frame/view/$object/list" });
  const schema = useSchema(objectName(object));
  return schema ? <List key={schema.api_name} schema={schema} /> : <Unknown />;
}

export function NewRoute() {
  const params = useParams({ from: "/frame/view/$object/new" });
  const object = objectName(params.object);
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
  const params = useParams({ from: "/frame/view/$object/record/$id/standard" });
  const { edit } = useSearch({ from: "/frame/view/$object/record/$id/standard" });
  const object = objectName(params.object);
  const schema = useSchema(object);
  const navigate = useNavigate();
  return schema ? (
    <RecordPage
      key={`${object} ${params.id}`}
      schema={schema}
      id={params.id}
      isEditing={edit === true}
      onEditing={(isEditing) =>
        void navigate({
          to: "/view/$object/record/$id/standard",
          params: { object, id: params.id },
          search: isEditing ? { edit: true } : {},
          replace: true,
        })
      }
      onList={() => void navigate({ to: "/view/$object/list", params: { object } })}
      onNew={() => void navigate({ to: "/view/$object/new", params: { object } })}
      below={object === "contact" ? <ConsentHistory contact={params.id} /> : null}
    />
  ) : (
    <Unknown />
  );
}
