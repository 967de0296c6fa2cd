import { ApiError, listRecords } from "@/api";
import { type ContactRow, type Person, personOf, placeCall, readState, sendText } from "./api";
import { words } from "./messages";
import { isOver, outsideNumber } from "./rules";

/** How many contacts a customer is chosen among. */
const among = 50;

/** Calls where no contact may be read. */
const stranger: Person = { id: "", name: "+1 206-555-0142", number: "+12065550142" };

const anyOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

async function contacts(): Promise<Person[]> {
  try {
    const page = await listRecords<ContactRow>("contact", { limit: among, order: "name" });
    return page.rows.flatMap(personOf);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
      return [];
    }
    throw error;
  }
}

/** A customer who is not on the phone, and the number of ours that they know. */
async function choose(): Promise<{ person: Person; to: string }> {
  const [state, people] = await Promise.all([readState(), contacts()]);
  const to = state.numbers[0]?.number;
  if (to === undefined) {
    throw new Error(words.noNumbers);
  }
  const onThePhone = new Set(state.calls.filter((call) => !isOver(call)).map(outsideNumber));
  return { person: anyOf(people.filter(({ number }) => !onThePhone.has(number))) ?? stranger, to };
}

/** Has a customer call; gives what to say of it. */
export async function letCall(): Promise<string> {
  const { person, to } = await choose();
  await placeCall(person.number, to);
  return words.callPlaced(person.name);
}

/** Has a customer send a text; gives what to say of it. */
export async function letText(): Promise<string> {
  const { person, to } = await choose();
  await sendText(person.number, to, anyOf(words.sampleTexts) ?? words.bodyPlaceholder);
  return words.textSent(person.name);
}
