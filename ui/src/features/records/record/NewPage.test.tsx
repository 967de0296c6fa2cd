import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ObjectSchema } from "@/api";
import { toast } from "@/components/Toaster/toasts";
import { FeaturesContext } from "@/feature";
import { signIn } from "@/store/signIn.test-env";
import { records } from "..";
import { NewPage } from "./NewPage";

const full = { create: true, read: true, update: true, delete: true };

const schema = (object: string) =>
  ({
    api_name: object,
    title: "Note",
    name_field: "name",
    required: ["name", "notes"],
    rights: full,
    live: false,
    properties: {
      name: { title: "Name", type: "string" },
      notes: { title: "Value", type: "string" },
    },
  }) as unknown as ObjectSchema;

beforeEach(() => localStorage.clear());

it("begins with the phone number that it was opened with", () => {
  const nothing = () => undefined;
  signIn({ rights: { contact: full } });
  const contact = schema("contact");
  const phone = { title: "Phone", type: "object", format: "phone" };
  render(
    <FeaturesContext value={[records]}>
      <NewPage
        schema={{ ...contact, properties: { ...contact.properties, phone } } as unknown as ObjectSchema}
        phone="+14155550134"
        onCreated={nothing}
        onCancel={nothing}
      />
    </FeaturesContext>,
  );
  expect(screen.getByDisplayValue(/415.*555.*0134/)).toBeTruthy();
});

it.each([
  ["note", [["Please fill in all fields"]]],
  ["contact", []],
])("a new %s without name and value is not saved, and says so", (object, said) => {
  const warning = vi.spyOn(toast, "warning").mockReturnValue(undefined);
  warning.mockClear();
  const nothing = () => undefined;
  signIn({ rights: { [object]: full } });
  render(
    <FeaturesContext value={[records]}>
      <NewPage schema={schema(object)} onCreated={nothing} onCancel={nothing} />
    </FeaturesContext>,
  );
  fireEvent.click(screen.getByRole("button", { name: /Save/ }));
  expect(warning.mock.calls).toEqual(said);
  expect(screen.getByText("Name is required")).toBeTruthy();
  expect(screen.getByText("Value is required")).toBeTruthy();
});

it.each([
  ["Mia Ortiz", "Copy of Mia Ortiz"],
  ["", "Copy of No Value"],
])("a clone of a record named %j is headed by what it copies", (name, heading) => {
  const nothing = () => undefined;
  signIn({ rights: { note: full } });
  render(
    <FeaturesContext value={[records]}>
      <NewPage
        schema={schema("note")}
        from={{ id: "n1", version: 1, name }}
        onCreated={nothing}
        onCancel={nothing}
      />
    </FeaturesContext>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(heading);
});
