/** The signs of the alphabet of text messages (3GPP TS 23.038), and those that take the place of two. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extended = new Set("\f^{}\\[~]|€");

/** How much fits into the only message, and into each of several, which also say how they belong together. */
const plain = { alone: 160, each: 153 };
const wide = { alone: 70, each: 67 };

/** Whether all of a text is in the alphabet of text messages. */
export const isBasic = (text: string): boolean =>
  [...text].every((sign) => basic.has(sign) || extended.has(sign));

/** How many messages the network makes of a text: it is paid for by each. */
export function segmentsOf(text: string): number {
  let length = 0;
  for (const sign of text) {
    if (!(basic.has(sign) || extended.has(sign))) {
      return count(text.length, wide);
    }
    length += extended.has(sign) ? 2 : 1;
  }
  return count(length, plain);
}

const count = (length: number, { alone, each }: typeof plain) =>
  length <= alone ? Math.min(length, 1) : Math.ceil(length / each);
