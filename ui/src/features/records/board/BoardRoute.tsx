import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ObjectSchema } from "@/api";
import { objectName } from "@/lib/paths";
import { useSchema } from "@/store";
import { filterIn, whereAddress, whereIn } from "../list/filters/savedFilter";
import { rememberMode } from "../list/modes";
import { useListVisit } from "../list/place";
import { useLastSchema } from "../objects";
import { MakingRecords } from "../record/MakingRecords";
import { listSearch } from "../search";
import { Unknown } from "../Unknown";
import { type BoardAddress, BoardPage } from "./BoardPage";
import { settingsIn } from "./settings";

function Board({ schema }: { schema: ObjectSchema }) {
  const search = listSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const object = schema.api_name;
  useListVisit(object, search);
  const { board, ...ofList } = search;
  const address: BoardAddress = {
    sort: search.sort,
    search: search.search ?? "",
    filter: filterIn(search.filter),
    where: whereIn(search.where),
    board: board === undefined ? undefined : settingsIn(board),
  };
  return (
    <BoardPage
      schema={schema}
      address={address}
      onList={(change) => {
        rememberMode(object, "table");
        const { filter } = { ...ofList, ...change };
        void navigate({
          to: "/view/$object/list",
          params: { object },
          search: { ...ofList, ...(filter === undefined ? {} : { filter }) },
        });
      }}
      onMode={(mode) => {
        rememberMode(object, mode);
        void navigate({ to: `/view/$object/${mode}`, params: { object }, search: ofList });
      }}
      onAddress={(change, isStep) => {
        const next = { ...address, ...change };
        void navigate({
          to: "/view/$object/kanban",
          params: { object },
          replace: !isStep,
          search: {
            ...(next.sort === undefined ? {} : { sort: next.sort }),
            ...(next.search === "" ? {} : { search: next.search }),
            ...(next.filter === undefined ? {} : { filter: next.filter }),
            ...(next.where === undefined ? {} : { where: whereAddress(next.where) }),
            ...(next.board === undefined ? {} : { board: next.board }),
          },
        });
      }}
    />
  );
}

export function BoardRoute() {
  const { object = "" } = useParams({ strict: false });
  const name = objectName(object);
  const schema = useSchema(name);
  const had = useLastSchema(name, schema);
  return schema ? (
    <MakingRecords>
      <Board key={schema.api_name} schema={schema} />
    </MakingRecords>
  ) : (
    <Unknown had={had} />
  );
}
