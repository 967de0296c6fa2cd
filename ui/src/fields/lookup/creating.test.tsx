import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { FeaturesContext, type ObjectFacts } from "@/feature";
import { withQueries } from "@/queries.test-env";
import { schemasAtom, store } from "@/store";
import { signIn } from "@/store/signIn.test-env";
import { NewRecordContext, type NewRecordProps } from "./newRecord";
import { RecordSearch } from "./RecordSearch";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), listRecords: vi.fn() }));
const listRecords = vi.mocked(api.listRecords);
const all = { create: true, read: true, update: true, delete: true };

function Form({ schema, named, onCreated, onClose }: NewRecordProps) {
  return (
    <form aria-label={`New ${schema.title}: ${named}`}>
      <button type="button" onClick={() => onCreated({ id: "new", version: 1, subject: "Stored" })}>
        Save
      </button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </form>
  );
}

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn(); // the test's page has no size to scroll in
});

beforeEach(() => {
  store.set(schemasAtom, [objectSchema("letter", { title: "Letter", name_field: "subject" })]);
  listRecords.mockResolvedValue({ rows: [{ id: "one", version: 1, subject: "First" }] } as never);
});

interface Said {
  rights?: api.Rights;
  facts?: ObjectFacts;
  isFilter?: true;
}

function search({ rights = all, facts = {}, isFilter }: Said = {}) {
  signIn({ rights: { letter: rights } });
  const [onChoose, onBlur] = [vi.fn(), vi.fn()];
  const field = (
    <form aria-label="Below">
      <RecordSearch
        id="letter"
        object="letter"
        chosen=""
        onChoose={onChoose}
        onBlur={onBlur}
        isInvalid={false}
        describedBy={undefined}
      />
    </form>
  );
  render(
    <FeaturesContext value={[{ objects: { letter: facts } }]}>
      {isFilter ? field : <NewRecordContext value={Form}>{field}</NewRecordContext>}
    </FeaturesContext>,
    { wrapper: withQueries() },
  );
  return { box: screen.getByRole("combobox"), onChoose, onBlur };
}

const offered = () => screen.getAllByRole("option").map((one) => one.textContent);

it("offers to make one behind those that are found, called as was typed", async () => {
  const { box } = search();
  fireEvent.click(box);
  await waitFor(() => expect(offered()).toEqual(["First", "Create new letter"]));
  fireEvent.change(box, { target: { value: " Second " } });
  await waitFor(() => expect(offered().at(-1)).toBe("Create “Second”"));
});

it.each<[string, Said]>([
  ["without the right to", { rights: { ...all, create: false } }],
  ["of a person, who is invited", { facts: { isColleague: true } }],
  ["of what comes about by itself", { facts: { hasNoForm: true } }],
  ["of what makes sense elsewhere alone", { facts: { isInside: true } }],
  ["in a filter", { isFilter: true }],
])("offers to make none %s", async (_, said) => {
  const { box } = search(said);
  fireEvent.click(box);
  await waitFor(() => expect(offered()).toEqual(["First"]));
});

it("holds what was made by keys alone", async () => {
  const { box, onChoose, onBlur } = search();
  fireEvent.click(box);
  await waitFor(() => expect(offered()).toHaveLength(2));
  fireEvent.keyDown(box, { key: "ArrowDown" });
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Create new letter");
  fireEvent.keyDown(box, { key: "Enter" });
  const form = screen.getByRole("form", { name: /^New Letter/ });
  expect(form.closest('[aria-label="Below"]')).toBeNull();
  fireEvent.blur(box);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ id: "new", name: "Stored" });
  expect(onBlur).not.toHaveBeenCalled();
  const asked = listRecords.mock.calls.length;
  fireEvent.click(box);
  await waitFor(() => expect(listRecords.mock.calls.length).toBeGreaterThan(asked));
});

it("has what was typed again where none was made", async () => {
  const { box, onChoose } = search();
  fireEvent.change(box, { target: { value: "Second" } });
  fireEvent.click(await screen.findByRole("option", { name: "Create “Second”" }));
  expect(screen.getByRole("form", { name: "New Letter: Second" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(box).toHaveProperty("value", "Second");
  expect(onChoose).not.toHaveBeenCalled();
});

it("offers to make none while it still looks for those that there are", () => {
  listRecords.mockReturnValue(new Promise(() => undefined));
  const { box } = search();
  fireEvent.change(box, { target: { value: "Second" } });
  expect(screen.queryByRole("option")).toBeNull();
  fireEvent.keyDown(box, { key: "ArrowDown" });
  fireEvent.keyDown(box, { key: "Enter" });
  expect(screen.queryByRole("form", { name: /^New/ })).toBeNull();
});
