import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createPortal } from "react-dom";
import { expect, it, vi } from "vitest";
import { ApiError, api } from "@/api";
import { objectSchema } from "@/api/schema.test-env";
import { FeaturesContext } from "@/feature";
import { signIn } from "@/store/signIn.test-env";
import { NewRecordDialog } from "./NewRecordDialog";

const schema = objectSchema("letter", {
  title: "Letter",
  name_field: "subject",
  required: ["subject"],
  properties: {
    subject: { title: "Subject", type: "string" },
    code: { title: "Code", type: ["string", "null"] },
  },
} as never);

function open(named: string) {
  signIn();
  const [onCreated, onClose, onBelow] = [vi.fn(), vi.fn(), vi.fn()];
  render(
    <FeaturesContext value={[]}>
      <form onSubmit={onBelow}>
        {createPortal(
          <NewRecordDialog schema={schema} named={named} onCreated={onCreated} onClose={onClose} />,
          document.body,
        )}
      </form>
    </FeaturesContext>,
  );
  return { onCreated, onClose, onBelow };
}

const save = () => {
  const form = document.querySelector("dialog form");
  fireEvent.submit(form ?? document);
};

it("begins with the name that was typed below, and gives what was stored without sending the form below", async () => {
  const stored = { id: "1", version: 1, subject: "Jane Miller" };
  const post = vi.spyOn(api, "post").mockResolvedValue({ data: [stored], headers: new Headers() } as never);
  const { onCreated, onBelow } = open("Jane Miller");
  expect(screen.getByRole("dialog", { name: "New Letter" })).toBeTruthy();
  expect(screen.getByLabelText("Subject")).toHaveProperty("value", "Jane Miller");
  save();
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith(stored));
  expect(post.mock.calls[0]?.[1]).toEqual([{ subject: "Jane Miller" }]);
  expect(onBelow).not.toHaveBeenCalled();
});

it("says over the fields what the server refuses, and beside the field what it says of one", async () => {
  const problem = { detail: "Not so.", errors: { code: ["This code is taken."] } };
  vi.spyOn(api, "post").mockRejectedValue(new ApiError(422, problem));
  const { onCreated } = open("Jane Miller");
  save();
  await waitFor(() =>
    expect(screen.getByText("Error creating record: Not so.").closest("dialog")).toBeTruthy(),
  );
  expect(screen.getByText("This code is taken.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Code"));
  expect(onCreated).not.toHaveBeenCalled();
});

it("goes without a question while nothing but the name stands in it", () => {
  const { onClose } = open("Jane Miller");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledOnce();
});

it("asks before it takes away what was filled in", () => {
  const { onClose } = open("");
  fireEvent.change(screen.getByLabelText("Code"), { target: { value: "A1" } });
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole("alertdialog")).toBeTruthy();
});
