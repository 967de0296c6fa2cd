import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "@/api";
import * as files from "@/api/files";
import { toast } from "@/components/Toaster/toasts";
import { withQueries } from "@/queries.test-env";
import { signIn } from "@/store/signIn.test-env";
import { CardActions } from "./CardActions";
import { readCard } from "./vcard";

vi.mock("@/api", async (original) => ({ ...(await original<typeof api>()), createRecord: vi.fn() }));
vi.mock("@/api/files", async (original) => ({ ...(await original<typeof files>()), readContent: vi.fn() }));
const read = vi.mocked(files.readContent);
const create = vi.mocked(api.createRecord);

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");

describe("a vCard", () => {
  it.each([
    [
      ["N:Ortiz;Mia;;;", "FN:Mia Ortiz", "TEL;TYPE=CELL:(206) 555-0142", "item1.EMAIL:mia@x.test"],
      ["Mia", "Ortiz", "(206) 555-0142", "mia@x.test"],
    ],
    [
      ["FN:Mia Luisa Ortiz", "TEL;VALUE=uri:tel:+12065550142"],
      ["Mia Luisa", "Ortiz", "+12065550142", ""],
    ],
    [["FN:Mia"], ["Mia", "", "", ""]],
    [
      ["N:;;;;", "FN:Mia Ortiz"],
      ["Mia", "Ortiz", "", ""],
    ],
  ])("%j", (lines, [first, last, phone, email]) =>
    expect(readCard(card(...lines))).toEqual({ first_name: first, last_name: last, phone, email }),
  );

  it("is the first of several, and nothing else", () => {
    expect(readCard(card("FN:A B") + card("FN:C D")).first_name).toBe("A");
    expect(() => readCard("Hello")).toThrow();
    expect(() => readCard("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")).toThrow();
  });
});

const said: string[] = [];
const rights = { read: true, create: true, update: true, delete: true };

describe("a contact from a vCard", () => {
  beforeEach(() => {
    vi.clearAllMocks();
    said.length = 0;
    for (const tone of ["success", "error", "warning"] as const) {
      vi.spyOn(toast, tone).mockImplementation((text: string) => {
        said.push(text);
        return 0 as never;
      });
    }
    signIn({ rights: { contact: rights } });
    HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
      this.open = false;
    };
  });

  const item = {
    content_type: "text/vcard",
    filename: "mia.vcf",
    links: { content_direct_temporary: "/v1/twilio/media/m.0" },
  };
  const open = async (text: string) => {
    read.mockResolvedValue({ text: () => Promise.resolve(text) } as Blob);
    render(<CardActions item={item} />, { wrapper: withQueries() });
    await userEvent.click(screen.getByRole("button", { name: "Create Contact" }));
  };

  it("is created once both names are there", async () => {
    await open(card("FN:Mia", "TEL:(206) 555-0142", "EMAIL:mia@x.test"));
    const last = await screen.findByLabelText("Last Name");
    const submit = screen.getAllByRole("button", { name: "Create Contact" }).at(-1) as HTMLElement;
    await userEvent.click(submit);
    expect(said).toEqual(["First Name and Last Name are required."]);
    expect(screen.getByText("Last Name is Required")).toBeTruthy();
    await userEvent.clear(screen.getByLabelText("First Name"));
    expect(screen.getByText("First Name is Required")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("First Name"), "Mia");
    await userEvent.type(last, "Ortiz");
    create.mockRejectedValueOnce(new api.ApiError(422, { detail: "This email is taken." }));
    await userEvent.click(submit);
    await waitFor(() => expect(said.at(-1)).toBe("This email is taken."));
    create.mockResolvedValueOnce({} as never);
    await userEvent.click(submit);
    await waitFor(() => expect(said.at(-1)).toBe("Contact created successfully!"));
    expect(create).toHaveBeenLastCalledWith("contact", {
      first_name: "Mia",
      last_name: "Ortiz",
      phone: { phone_number: "+12065550142" },
      email: "mia@x.test",
    });
  });

  it("says which number is none", async () => {
    await open(card("FN:Mia Ortiz", "TEL:12"));
    expect(await screen.findByText("Invalid Phone")).toBeTruthy();
    await userEvent.click(screen.getAllByRole("button", { name: "Create Contact" }).at(-1) as HTMLElement);
    expect(create).not.toHaveBeenCalled();
  });

  it("says what is wrong with the vCard or its download", async () => {
    await open("no card");
    await waitFor(() => expect(said).toEqual(["An error occurred while processing the vCard."]));
    read.mockRejectedValueOnce(new api.ApiError(404, { detail: "This attachment could not be found" }));
    await userEvent.click(screen.getByRole("button", { name: "Create Contact" }));
    await waitFor(() => expect(said.at(-1)).toBe("This attachment could not be found"));
  });

  it("is offered to those who may create contacts alone", () => {
    signIn({ rights: { contact: { ...rights, create: false } } });
    render(<CardActions item={item} />, { wrapper: withQueries() });
    expect(screen.queryByRole("button")).toBeNull();
  });
});
