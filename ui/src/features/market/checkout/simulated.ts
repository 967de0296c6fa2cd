/** A checkout as the simulated provider shows it. */
export interface SimulatedState {
  status: "open" | "complete" | "expired" | "requires_action";
  mode: "subscription" | "setup";
  product: string;
  currency: string;
  interval: string;
  amount: number;
  quantity: number;
  return_url: string;
}

export interface CardInput {
  number: string;
  expiry: string;
  cvc: string;
  authenticated?: boolean;
}

/** Why a card is not taken, and at which field. */
export class CardRefused extends Error {
  readonly field: string;
  constructor(message: string, field: string) {
    super(message);
    this.field = field;
  }
}

const at = (secret: string) => `/simulator/payments/checkout/${encodeURIComponent(secret)}`;

async function read(answer: Response): Promise<SimulatedState> {
  const body = (await answer.json()) as SimulatedState & { message?: string; field?: string };
  if (!answer.ok) {
    throw new CardRefused(body.message ?? answer.statusText, body.field ?? "");
  }
  return body;
}

export const openSimulated = async (secret: string): Promise<SimulatedState> => read(await fetch(at(secret)));

export const paySimulated = async (secret: string, card: CardInput): Promise<SimulatedState> =>
  read(
    await fetch(at(secret), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(card),
    }),
  );
