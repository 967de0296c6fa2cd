import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** The file of each of the icons' names, as the package's own list of them says. */
function iconFiles(): Map<string, string> {
  const list = readFileSync(
    fileURLToPath(new URL("../node_modules/lucide-react/dist/esm/lucide-react.mjs", import.meta.url)),
    "utf8",
  );
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of list.matchAll(
    /export \{ ([^}]+) \} from '\.\/icons\/([\w-]+)\.mjs'/g,
  )) {
    for (const name of names.split(", ")) {
      files.set(name.replace("default as ", ""), file);
    }
  }
  return files;
}

/**
 * Each icon is imported from its own file: seen through the package's list, all icons of the application would
 * be of the first page.
 */
export function icons(): Plugin {
  const files = iconFiles();
  const importOf = (name: string): string => {
    const [imported = "", local = imported] = name.split(" as ");
    const file = files.get(imported);
    if (file === undefined) {
      throw new Error(`lucide-react has no icon ${imported}`);
    }
    return `import ${local} from "lucide-react/icons/${file}";`;
  };
  return {
    name: "icons",
    enforce: "post",
    apply: "build",
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /"lucide-react"/ },
      handler: (code) =>
        code.replace(/import \{([^}]+)\} from "lucide-react";/g, (_, names: string) =>
          names
            .split(",")
            .map((name) => name.trim())
            .filter(Boolean)
            .map(importOf)
            .join(" "),
        ),
    },
  };
}

interface Module {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
  importedIds: readonly string[];
}

export interface Graph {
  getModuleInfo(id: string): Module | null;
}

export type Test = (id: string, info: Module, graph: Graph) => boolean;

/** Whether a module passes a test, or one does that it leads to by those that import it, or by its imports. */
function reach(passes: Test, way: "importers" | "importedIds") {
  const known = new Map<string, boolean>();
  return function isReached(id: string, graph: Graph): boolean {
    const before = known.get(id);
    if (before !== undefined) {
      return before;
    }
    known.set(id, false); // while it is asked for itself
    const info = graph.getModuleInfo(id);
    const is = info !== null && (passes(id, info, graph) || info[way].some((one) => isReached(one, graph)));
    known.set(id, is);
    return is;
  };
}

const isOfFirstPage = reach((_, { isEntry }) => isEntry, "importers");

/** Large packages that only some pages need. */
const large =
  /node_modules\/(react-virtuoso|libphonenumber-js|linkify-it|mdast-util-from-markdown|micromark|@twilio\/voice-sdk|echarts|zrender|react-grid-layout|pdfjs-dist|papaparse|ical\.js|frimousse|emojibase-data)\//;
const needsLarge = reach((id) => large.test(id), "importedIds");

/**
 * A page is loaded by itself, but for the one that the day begins with, and so is what lies over one or comes after it,
 * or is asked for by one, what few fields need, what stands on records' pages alone, and the phone with its
 * keys and its ring.
 */
const page =
  /\/(pages|settings|openPhone|openPhoneWindow|openRinger|LineKeys|RouteKey|WindowFrame|CallJournal|JobProblems|JobRows|FirstStep|Happened\w*|NoteComposer|TextComposer|FilesCard|FileActions|FileViewer|FileContent|PdfPreview|CsvPreview|api\/files|api\/resumable|[A-Z]\w*(?<!\/Home)Page|[A-Z]\w*(Route|Sheet|Tabs|Field|Mode)|DuplicatesCard|MergedAway|NotesCard|Watching|RelatedCard|MessageFiles|ViewingBar|SalesforceSetting|RunAuth|MessageButton|chat\/actions)\.tsx?$/;

/** What a page loads when it is asked for something: too large to be loaded with the frame. */
const late =
  /\/(recordParts|CallButton|customers|callRecord|dialled|lead|phoneNumber|NewTextDialog|FilterDialogs|HistoryDialog|RichText|ChatText|Drawn|NewRecord(Dialog|Modal)|ApplyDialog|TemplatePicker|EmojiPicker|vcard|PendingBubble|CardDialog|OpenThread|ConsentHistory)\.tsx?$/;

/** What every page, or Home, shows a moment after the frame: the frame's own file has no room for it. */
const around =
  /\/src\/(app\/frame\/tabs\/OpenTabs|features\/(jobs\/JobsTray|simulator\/FirstMinute|conversations\/(UnreadTexts|begin\/parts)|chat\/UnreadChats))\.tsx?$/;
const isOfAround = reach((id) => around.test(id), "importers");

/** What is around every page, with the parts of features that are some hundred bytes each. */
const isOfFrame = reach((id, { dynamicImporters }, graph) => {
  const isPart = dynamicImporters.length > 0 && !page.test(id) && !around.test(id) && !needsLarge(id, graph);
  return isPart || id.endsWith("/src/app/frame/Frame.tsx");
}, "importers");

/**
 * Whether Home loads a module by itself: every dynamic import that is neither a page nor named as late, so that a new
 * one counts until it is.
 */
export const isOfHome: Test = (id, { isEntry, dynamicImporters }) =>
  isEntry ||
  around.test(id) ||
  (id.includes("/src/") && dynamicImporters.length > 0 && !page.test(id) && !late.test(id));

/** The pages of records, with what few fields need and what happened with a record. */
const isOfRecords =
  /\/src\/(fields\/.*Field|api\/files|features\/records\/(pages|(merge|notes|related)\/.*|list\/(grid\/ApplyDialog|filters\/ConditionsField|ColumnsSheet|\w+Mode)|record\/NewRecord(Dialog|Modal)|history\/HistoryDialog|erase\/EraseSheet|bulk\/BulkEditSheet)|.*\/(Happened\w*|FirstStep|JobProblems|JsonEditMode|NoteComposer|JobRows))\.tsx?$/;

/** The pages of apps, onboarding, the marketplace and credentials; Stripe's own form is loaded by itself. */
const isOfAdministration =
  /\/src\/features\/((apps|people|onboarding|market)\/(?!index|names|ViewingBar|viewingWords|objects|reducers|settings|search|checkout\/StripeSheet).*|integrations\/(RunAuth|AuthorizedPage)|salesforce\/SalesforceSetting)\.tsx?$/;

/** What opens in a thread of texts alone. */
const isOfTexts =
  /\/src\/features\/conversations\/(work\/(AssignSheet|SnoozeSheet)|card\/(CardDialog|CardActions)|compose\/(TemplatePicker|ScheduledTexts|\w*Sheet)|.*ConsentHistory)\.tsx?$|\/src\/.*\/(PendingBubble|OpenThread|TextBox)\.tsx$/;

/** The card of files and their viewer, which stand on records' pages alone. */
const isOfFiles =
  /\/src\/(features\/files\/(?!index|reducers|objects|settings|viewer\/(Pdf|Csv)Preview).*)\.tsx?$/;

/**
 * Many small files compress worse than one and come one behind the other. What the first page needs is one, what is
 * around every page of somebody who is signed in another, the pages of records a third, and what three pages or more
 * share a fourth. What only two share is a file of its own, since the fourth is loaded with the first page.
 */
export const groups = [
  {
    debugName: "first",
    name: (id: string, graph: Graph) =>
      id.includes("rolldown/runtime") || isOfFirstPage(id, graph) ? "first" : null,
    priority: 4,
  },
  {
    debugName: "frame",
    name: (id: string, graph: Graph) => (isOfFrame(id, graph) ? "frame" : null),
    priority: 3,
  },
  {
    // Before what pages share with it, so that it needs none of their files.
    debugName: "around",
    name: (id: string, graph: Graph) => (isOfAround(id, graph) ? "around" : null),
    priority: 3,
  },
  {
    // Each some hundred bytes, or asked for by the same pages: one after the other they were a third of what a page asks for.
    debugName: "records",
    name: (id: string) => (isOfRecords.test(id) ? "records" : null),
    priority: 3,
  },
  {
    debugName: "tables",
    name: (id: string) => (/\/src\/features\/(im|ex)ports\/(?!index)\w+\.tsx?$/.test(id) ? "tables" : null),
    priority: 3,
  },
  {
    // Each some hundred bytes.
    debugName: "settings",
    name: (id: string) => (/\/src\/features\/\w+\/settings\.tsx?$/.test(id) ? "settings" : null),
    priority: 3,
  },
  {
    debugName: "files",
    name: (id: string) => (isOfFiles.test(id) ? "files" : null),
    priority: 3,
  },
  {
    // Of the pages that one writes on none is the first: no file of its own, and none that is loaded with that.
    debugName: "composer",
    name: (id: string) =>
      /\/src\/(components\/Composer\/(Composer|keys)|thread\/useSendKey)\.tsx?$/.test(id) ? "paired" : null,
    priority: 3,
  },
  {
    // What superusers set up, buy and install.
    debugName: "administration",
    name: (id: string) => (isOfAdministration.test(id) ? "administration" : null),
    priority: 3,
  },
  {
    // What is asked for after the frame: to message a colleague, and who is viewed as.
    debugName: "after",
    name: (id: string) =>
      /\/(chat\/(MessageButton|actions)|people\/(ViewingBar|viewingWords))\.tsx?$/.test(id) ? "after" : null,
    priority: 3,
  },
  {
    // What is asked for in a thread of texts.
    debugName: "texts",
    name: (id: string) => (isOfTexts.test(id) ? "texts" : null),
    priority: 3,
  },
  {
    // What a call is started by on a record's page, some hundred bytes each.
    debugName: "calling",
    name: (id: string) =>
      /\/src\/.*\/(CallButton|customers|callRecord|dialled|lead|RouteKey|LineKeys)\.tsx?$/.test(id)
        ? "calling"
        : null,
    priority: 3,
  },
  {
    debugName: "notices",
    name: (id: string) =>
      /\/src\/features\/(notifications\/(BellSheet|MissedPage|NotificationSettingsPage)|subscribers\/(SubscribersSheet|messages))\.tsx?$/.test(
        id,
      )
        ? "notices"
        : null,
    priority: 3,
  },
  {
    // Of pages for those who set things up: none is the first.
    debugName: "administered",
    name: (id: string) =>
      /\/src\/(components\/(TransferList|Panel)\/|features\/(apps|onboarding)\/messages)/.test(id)
        ? "paired"
        : null,
    priority: 3,
  },
  {
    debugName: "shared",
    name: (id: string, graph: Graph) => (needsLarge(id, graph) ? null : "shared"),
    minShareCount: 3,
    priority: 2,
  },
  {
    debugName: "paired",
    name: (id: string, graph: Graph) => (needsLarge(id, graph) ? null : "paired"),
    minShareCount: 2,
    priority: 1,
  },
];
