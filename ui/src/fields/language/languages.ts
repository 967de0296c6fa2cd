import { compareText } from "@/lib/compare";
import { lazy } from "@/lib/lazy";
import { languageName } from "./name";

/** The languages with a code of two letters in ISO 639, and the varieties that people write differently. */
const tags =
  "aa ab af ak am ar as ay az ba be bg bi bm bn bo br bs ca ce ch co cs cv cy da de de-AT de-CH dv dz ee el en en-AU en-CA en-GB en-IE en-IN en-US eo es es-419 es-AR es-CO es-ES es-MX es-US et eu fa ff fi fj fo fr fr-BE fr-CA fr-CH fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz id ig ik is it iu ja jv ka kg ki kk kl km kn ko kr ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nl-BE nn no nr nv ny oc om or pa pl ps pt pt-BR pt-PT qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr sr-Latn ss st su sv sw ta te tg th ti tk tl tn to tr ts tt ty ug uk ur uz ve vi wo xh yi yo za zh zh-Hans zh-Hant zu";

export interface Language {
  /** Its BCP 47 tag. */
  id: string;
  name: string;
  /** Its name in itself, such as "Deutsch". */
  own: string;
}

/** These stand first: most customers speak them. */
const common = ["en", "es", "zh", "tl", "vi", "fr", "ar", "ko", "ru", "de", "pt"];

const languageOf = (id: string): Language => ({ id, name: languageName(id), own: languageName(id, id) });

const known = lazy(() =>
  tags
    .split(" ")
    .map(languageOf)
    .sort((left, right) => compareText(left.name, right.name)),
);

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The chosen and the most common ones before all others; of a search, those that its words are found in. */
export function findLanguages(typed: string, current = ""): readonly Language[] {
  const all = known();
  const others = current === "" || all.some(({ id }) => id === current) ? [] : [languageOf(current)];
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length > 0) {
    return [...others, ...all].filter(({ id, name, own }) => {
      const text = folded(`${name} ${own} ${id}`);
      return words.every((word) => text.includes(word));
    });
  }
  const first = [...new Set([current, ...common])].flatMap(
    (wanted) => [...others, ...all].find(({ id }) => id === wanted) ?? [],
  );
  return [...first, ...all.filter((one) => !first.includes(one))];
}
