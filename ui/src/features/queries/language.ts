import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completeFromList,
} from "@codemirror/autocomplete";
import { SQLDialect, type SQLNamespace, schemaCompletionSource } from "@codemirror/lang-sql";
import { LanguageSupport } from "@codemirror/language";
import type { ObjectSchema } from "@/api";
import { fieldsOf } from "@/fields";

const keywords =
  "select distinct from as join inner left right outer on where and or not in exists between like is null group by having order asc desc limit offset case when then else end true false";

/** Days that are named by words, from the reader's own midnight on. */
const days =
  "today yesterday tomorrow this last next week month quarter year days weeks months quarters years ago";

const functions =
  "count sum avg min max lower upper trim left right substring concat length abs ceil floor round coalesce nullif greatest least now date year quarter month day hour minute weekday date_trunc";

const dialect = SQLDialect.define({
  keywords,
  builtin: `${days} ${functions}`,
  types: "",
  doubleQuotedStrings: false,
  identifierQuotes: '"',
});

/** The members of an object that a lookup leads to, one step far. */
function beyond(schemas: readonly ObjectSchema[], target: string | undefined): SQLNamespace {
  const to = schemas.find((one) => one.api_name === target);
  return to
    ? fieldsOf(to).map(({ name, title }): Completion => ({ label: name, detail: title, type: "property" }))
    : [{ label: "name", type: "property" }];
}

/** The objects and fields that may be read, as completions. */
function namesOf(schemas: readonly ObjectSchema[]): SQLNamespace {
  return Object.fromEntries(
    schemas
      .filter(({ rights }) => rights.read)
      .map((object) => [
        object.api_name,
        {
          self: { label: object.api_name, detail: object.title, type: "class" },
          children: Object.fromEntries(
            fieldsOf(object).map(({ name, title, target }) => [
              name,
              {
                self: { label: name, detail: title, type: "property" },
                children: target === undefined ? [] : beyond(schemas, target),
              },
            ]),
          ),
        },
      ]),
  );
}

/** The object after the first FROM: its fields are offered without its name. */
const firstObject = (text: string): string | undefined => /\bfrom\s+(\w+)/i.exec(text)?.[1]?.toLowerCase();

const written = completeFromList(
  Object.entries({ keyword: keywords, function: functions }).flatMap(([type, words]) =>
    words.split(" ").map((word) => ({ label: word.toUpperCase(), type, boost: -1 })),
  ),
);

/** Words of the language, while a word is being written and not behind a point. */
function wordsSource(context: CompletionContext): CompletionResult | Promise<CompletionResult | null> | null {
  const before = context.matchBefore(/[\w.]+/);
  return before === null || before.text.includes(".") ? null : written(context);
}

/** The query language: its words in colour, and what may follow offered as one writes. */
export function queryLanguage(schemas: readonly ObjectSchema[]): LanguageSupport {
  const schema = namesOf(schemas);
  const complete = (context: CompletionContext) => {
    const defaultTable = firstObject(context.state.doc.toString());
    return schemaCompletionSource({ dialect, schema, ...(defaultTable ? { defaultTable } : {}) })(context);
  };
  return new LanguageSupport(dialect.language, [
    dialect.language.data.of({ autocomplete: complete }),
    dialect.language.data.of({ autocomplete: wordsSource }),
  ]);
}
