import { describe, expect, it } from "vitest";
import { t } from "@/messages";
import { opening } from "@/messages/opening";

type Words = Record<string, string | ((...of: string[]) => string)>;

/** The words of every feature, by the folder that has them. */
const catalogues = import.meta.glob<{ words: Words }>("../features/**/messages.ts", { eager: true });

/** What a feature says by a word of its own. */
function said(folder: string, word: string, ...of: string[]): string {
  const text = catalogues[`../features/${folder}/messages.ts`]?.words[word];
  return typeof text === "function" ? text(...of) : (text ?? `no word ${word} in ${folder}`);
}

/** The source of every component, by its path. */
const sources = import.meta.glob<string>("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

interface Emitted {
  message: string;
  /** What the catalogue says, with {detail} and {name} as themselves. */
  says: string;
  /** The component that shows it, and by which words. */
  by: string;
  as: string;
}

const record = "features/records/record/RecordPage.tsx";
const detail = "{detail}";

/** The messages that were agreed on and that people are shown today, word for word. */
const emitted: Emitted[] = [
  {
    message: "Failed to fetch phone numbers",
    says: said("onboarding/telephony", "fetchFailed"),
    by: "features/onboarding/telephony/PhoneShop.tsx",
    as: "words.fetchFailed",
  },
  {
    message: "No phone numbers found",
    says: said("onboarding/telephony", "noneFound"),
    by: "features/onboarding/telephony/PhoneShop.tsx",
    as: "words.noneFound",
  },
  {
    message: "Failed to purchase phone number",
    says: said("onboarding/telephony", "purchaseFailed"),
    by: "features/onboarding/telephony/PhoneShop.tsx",
    as: "words.purchaseFailed",
  },
  {
    message: "Failed to create subaccount",
    says: said("onboarding/telephony", "subaccountFailed"),
    by: "features/onboarding/telephony/OwnAccount.tsx",
    as: "words.subaccountFailed",
  },
  {
    message: "Failed to update onboarding steps",
    says: said("onboarding", "updateFailed"),
    by: "features/onboarding/progress.ts",
    as: "words.updateFailed",
  },
  {
    message: "No onboarding data found for ...",
    says: said("onboarding", "noData", "..."),
    by: "features/onboarding/OnboardingRoute.tsx",
    as: "words.noData",
  },
  {
    message: "Failed to fetch onboarding data",
    says: said("onboarding", "fetchFailed"),
    by: "features/onboarding/OnboardingRoute.tsx",
    as: "words.fetchFailed",
  },
  {
    message: "Auth credential not found. Please go back to the previous step.",
    says: said("onboarding", "noCredential"),
    by: "features/onboarding/salesforce/Authorize.tsx",
    as: "words.noCredential",
  },
  {
    message: "Error getting authorization URL",
    says: said("onboarding", "noAuthorizationUrl"),
    by: "features/onboarding/salesforce/Authorize.tsx",
    as: "words.noAuthorizationUrl",
  },
  {
    message: "Credentials saved",
    says: said("onboarding", "saved"),
    by: "features/onboarding/salesforce/Credentials.tsx",
    as: "words.saved",
  },
  {
    message: "Onboarding complete, please refresh the page",
    says: said("onboarding", "complete"),
    by: "features/onboarding/Frame.tsx",
    as: "words.complete",
  },
  {
    message: "Please complete all steps",
    says: said("onboarding", "incomplete"),
    by: "features/onboarding/Frame.tsx",
    as: "words.incomplete",
  },
  {
    message: "You now have access to this product",
    says: said("market", "youHave"),
    by: "features/market/product/ManageTab.tsx",
    as: "words.youHave",
  },
  {
    message: "Your purchase was successful, you can now access your product",
    says: said("market", "bought"),
    by: "features/market/product/ProductPage.tsx",
    as: "words.bought",
  },
  {
    message: "Ability to stop services online coming soon",
    says: said("market", "cannotStop"),
    by: "features/market/product/Standing.tsx",
    as: "words.cannotStop",
  },
  {
    message: "Error deploying app: {detail}",
    says: said("apps", "deployError", detail),
    by: "features/apps/AppSettings.tsx",
    as: "words.deployError",
  },
  {
    message: "App deployed to next environment",
    says: said("apps", "deployedToNext"),
    by: "features/apps/AppSettings.tsx",
    as: "words.deployedToNext",
  },
  {
    message: "Error updating app subscribers: {detail}",
    says: said("apps", "subscribersError", detail),
    by: "features/apps/AppSettings.tsx",
    as: "words.subscribersError",
  },
  {
    message: "Error creating install code",
    says: said("apps", "codeError"),
    by: "features/apps/InstallCodeSheet.tsx",
    as: "words.codeError",
  },
  {
    message: "Install code created {code}",
    says: said("apps", "codeCreated", "{code}"),
    by: "features/apps/InstallCodeSheet.tsx",
    as: "words.codeCreated",
  },
  {
    message: "Record created",
    says: said("records", "created"),
    by: "features/records/record/useCreating.ts",
    as: "words.created",
  },
  {
    message: "Error creating record: {detail}",
    says: said("records", "createError", detail),
    by: "features/records/record/NewPage.tsx",
    as: "words.createError",
  },
  {
    message: "Record saved successfully.",
    says: said("records", "saved"),
    by: "features/records/record/useEditing.ts",
    as: "words.saved",
  },
  {
    message: "Error saving record: {detail}",
    says: said("records", "saveError", detail),
    by: "features/records/record/useEditing.ts",
    as: "words.saveError",
  },
  {
    message: "Record deleted",
    says: said("records", "deleted"),
    by: "features/records/commands.ts",
    as: "words.deleted",
  },
  {
    message: "Records deleted",
    says: said("records", "deletedMany"),
    by: "features/records/commands.ts",
    as: "words.deletedMany",
  },
  {
    message: "Error deleting record(s): {detail}",
    says: said("records", "deleteError", detail),
    by: "features/records/commands.ts",
    as: "words.deleteError",
  },
  {
    message: "No record selected to delete.",
    says: said("records", "nothingSelected"),
    by: "features/records/commands.ts",
    as: "words.nothingSelected",
  },
  {
    message: "Record deleted successfully!",
    says: said("records", "deletedHere"),
    by: record,
    as: "words.deletedHere",
  },
  {
    message: "Error: {detail}",
    says: said("records", "deleteErrorHere", detail),
    by: record,
    as: "words.deleteErrorHere",
  },
  {
    message: "Are you sure you want to delete {name}?",
    says: said("records", "confirm", "{name}"),
    by: record,
    as: "words.confirm",
  },
  {
    message: "Failed to refresh record.",
    says: said("records", "refreshError"),
    by: record,
    as: "words.refreshError",
  },
  {
    message: "Pinned Filter: {name}",
    says: said("records/list/filters", "hasPinned", "{name}"),
    by: "features/records/list/filters/pinning.ts",
    as: "words.hasPinned",
  },
  {
    message: "{name} is the Current Pinned Filter",
    says: said("records/list/filters", "isPinned", "{name}"),
    by: "features/records/list/filters/FilterBar.tsx",
    as: "words.isPinned",
  },
  {
    message: "Please select a filter to pin",
    says: said("records/list/filters", "pinWithout"),
    by: "features/records/list/filters/FilterMenu.tsx",
    as: "words.pinWithout",
  },
  {
    message: "No records found",
    says: said("records", "noRecords"),
    by: "features/records/list/Modes.tsx",
    as: "words.noRecords",
  },
  {
    message: "No records found.",
    says: said("records/list", "noRecordsInList"),
    by: "features/records/list/Modes.tsx",
    as: "own.noRecordsInList",
  },
  {
    message: "No results.",
    says: said("records/list", "noResults"),
    by: "features/records/list/Modes.tsx",
    as: "own.noResults",
  },
  {
    message: "Gallery View",
    says: said("records/list", "gallery"),
    by: "features/records/list/GalleryMode.tsx",
    as: "words.gallery",
  },
  {
    message: "An unexpected error occurred while merging records.",
    says: said("records/merge", "mergeError"),
    by: "features/records/merge/outcome.ts",
    as: "words.mergeError",
  },
  {
    message: "An unexpected error occurred while processing the file.",
    says: said("files", "unexpected"),
    by: "features/files/reading.ts",
    as: "words.unexpected",
  },
  {
    message: "Dashboard saved successfully",
    says: said("analytics/dashboard", "saved"),
    by: "features/analytics/dashboard/pages.tsx",
    as: "words.saved",
  },
  {
    message: "Error creating related file {detail}",
    says: said("files", "createError", "{detail}"),
    by: "features/files/useUploads.ts",
    as: "words.createError",
  },
  {
    message: "Error deleting record: {detail}",
    says: said("analytics", "deleteError", "{detail}"),
    by: "features/analytics/report/pages.tsx",
    as: "words.deleteError",
  },
  {
    message: "Failed to fetch dashboard",
    says: said("analytics/dashboard", "fetchError"),
    by: "features/analytics/dashboard/pages.tsx",
    as: "words.fetchError",
  },
  {
    message: "Failed to merge records.",
    says: said("records/merge", "mergeFailed"),
    by: "features/records/merge/outcome.ts",
    as: "words.mergeFailed",
  },
  {
    message: "Failed to save dashboard {detail}",
    says: said("analytics/dashboard", "saveError", "{detail}"),
    by: "features/analytics/dashboard/pages.tsx",
    as: "words.saveError",
  },
  {
    message: "Failed to update note.",
    says: said("records/notes", "updateFailed"),
    by: "features/records/notes/NotesCard.tsx",
    as: "words.updateFailed",
  },
  {
    message: "File download initiated!",
    says: said("files", "downloading"),
    by: "features/files/reading.ts",
    as: "words.downloading",
  },
  {
    message: "File metadata not found.",
    says: said("files", "noMetadata"),
    by: "features/files/reading.ts",
    as: "words.noMetadata",
  },
  {
    message: "No Dashboard Selected",
    says: said("analytics/dashboard", "none"),
    by: "features/analytics/dashboard/pages.tsx",
    as: "words.none",
  },
  {
    message: "No Notes found",
    says: said("records/notes", "none"),
    by: "features/records/notes/NotesCard.tsx",
    as: "words.none",
  },
  {
    message: "No file selected or an error occurred.",
    says: said("files", "noFile"),
    by: "features/files/FileList.tsx",
    as: "words.noFile",
  },
  {
    message: "No files found",
    says: said("files", "noneFound"),
    by: "features/files/FileList.tsx",
    as: "words.noneFound",
  },
  {
    message: "No related files found",
    says: said("files", "none"),
    by: "features/files/FileList.tsx",
    as: "words.none",
  },
  {
    message: "Preview not supported for this file type.",
    says: said("files", "noPreview"),
    by: "features/files/viewer/Preview.tsx",
    as: "words.noPreview",
  },
  {
    message: "Please select a user to add as a subscriber.",
    says: said("subscribers", "choose"),
    by: "features/subscribers/AddSubscribers.tsx",
    as: "words.choose",
  },
  {
    message: "The following users are already subscribers: {names}",
    says: said("subscribers", "already", "{names}"),
    by: "features/subscribers/AddSubscribers.tsx",
    as: "words.already",
  },
  {
    message: "Invalid subscriber.",
    says: said("subscribers", "invalid"),
    by: "features/subscribers/actions.ts",
    as: "words.invalid",
  },
  {
    message: "Subscriber removed successfully.",
    says: said("subscribers", "removed"),
    by: "features/subscribers/actions.ts",
    as: "words.removed",
  },
  {
    message: "Subscriber activated successfully.",
    says: said("subscribers", "activated"),
    by: "features/subscribers/actions.ts",
    as: "words.activated",
  },
  {
    message: "Records merged successfully",
    says: said("records/merge", "merged"),
    by: "features/records/merge/outcome.ts",
    as: "words.merged",
  },
  {
    message: "Related Note updated successfully",
    says: said("records/notes", "updated"),
    by: "features/records/notes/NotesCard.tsx",
    as: "words.updated",
  },
  {
    message: "Related files created successfully",
    says: said("files", "created"),
    by: "features/files/useUploads.ts",
    as: "words.created",
  },
  {
    message: "This field is required",
    says: said("imports", "required"),
    by: "features/imports/MappingStep.tsx",
    as: "words.required",
  },
  {
    message: "No related records found",
    says: said("records/related", "none"),
    by: "features/records/related/RelatedCard.tsx",
    as: "words.none",
  },
  {
    message: "Please upload a valid CSV file",
    says: said("imports", "notCSV"),
    by: "features/imports/ImportStartPage.tsx",
    as: "words.notCSV",
  },
  {
    message: "Failed to retrieve file: {status} {text}",
    says: said("files", "retrieveError", "{status}", "{text}"),
    by: "features/files/reading.ts",
    as: "words.retrieveError",
  },
  {
    message: "Error fetching records",
    says: opening.fetchError,
    by: "feature/FetchFailed.tsx",
    as: "opening.fetchError",
  },
  {
    message: "You don't have permission to read this object",
    says: t.records.listForbidden,
    by: "features/records/list/Failure.tsx",
    as: "t.records.listForbidden",
  },
  {
    message: "You don't have permission to read this record",
    says: said("records", "recordForbidden"),
    by: "features/records/record/RecordStates.tsx",
    as: "words.recordForbidden",
  },
  {
    message: "Record not found",
    says: said("records", "notFound"),
    by: "features/records/record/RecordStates.tsx",
    as: "words.notFound",
  },
  {
    message: "{name} is required",
    says: said("records", "required", "{name}"),
    by: "features/records/record/draft.ts",
    as: "words.required",
  },
  {
    message: "Invalid Phone",
    says: t.records.invalidPhone,
    by: "fields/phone/",
    as: "t.records.invalidPhone",
  },
  {
    message: "Records saved",
    says: said("records/list/grid", "saved"),
    by: "features/records/list/grid/useDrafts.ts",
    as: "words.saved",
  },
  {
    message: "Error updating record: {detail}",
    says: said("records/list/grid", "updateError", detail),
    by: "features/records/list/grid/useDrafts.ts",
    as: "words.updateError",
  },
  {
    message: "No matching records",
    says: said("records/list", "noMatching"),
    by: "features/records/list/EmptyList.tsx",
    as: "own.noMatching",
  },
  {
    message: "No data",
    says: said("records/list", "noData"),
    by: "features/records/list/Modes.tsx",
    as: "own.noData",
  },
  {
    message: "Error: {message}",
    says: said("records/list", "turnError", "{message}"),
    by: "features/records/list/PagingBar.tsx",
    as: "own.turnError",
  },
  {
    message: "Error loading data: {message}",
    says: said("records/list", "loadError", "{message}"),
    by: "features/records/list/Failure.tsx",
    as: "own.loadError",
  },
  {
    message: "Error saving record(s): {detail}",
    says: said("records", "massError", "{detail}"),
    by: "features/records/bulk/BulkEditSheet.tsx",
    as: "words.massError",
  },
  {
    message: "You have no past activities",
    says: said("records", "noActivities"),
    by: "features/records/timeline/Timeline.tsx",
    as: "words.noActivities",
  },
  {
    message: "Related Note created successfully",
    says: said("records/timeline", "noted"),
    by: "features/records/timeline/NoteComposer.tsx",
    as: "words.noted",
  },
  {
    message: "Failed to create related note.",
    says: said("records/timeline", "noteError"),
    by: "features/records/timeline/NoteComposer.tsx",
    as: "words.noteError",
  },
  {
    message: "Error running query: ...",
    says: said("queries", "failed", "..."),
    by: "features/queries/Result.tsx",
    as: "words.failed",
  },
  {
    message: "Failed to fetch data: {detail}",
    says: said("records/list/filters", "queryError", detail),
    by: "features/records/list/filters/FilterStates.tsx",
    as: "words.queryError",
  },
  {
    message: "Please fill in all fields",
    says: t.records.fillIn,
    by: "features/records/timeline/NoteComposer.tsx",
    as: "t.records.fillIn",
  },
  {
    message: "Record saved",
    says: said("permissions", "saved"),
    by: "features/permissions/useSetPage.ts",
    as: "words.saved",
  },
  {
    message: "Error saving record {detail}",
    says: said("permissions", "saveError", detail),
    by: "features/permissions/useRightsDraft.ts",
    as: "words.saveError",
  },
  {
    message: "Users updated",
    says: said("permissions", "usersSaved"),
    by: "features/permissions/PersonRights.tsx",
    as: "words.usersSaved",
  },
  {
    message: "Orgs updated",
    says: said("organization", "saved"),
    by: "features/organization/useSettings.ts",
    as: "words.saved",
  },
];

/** Messages of what is not there yet, or stands in another form, by the reason. */
const absent: Record<string, readonly string[]> = {
  "one row that is saved is “Records saved” as well": ["Record updated"],
  "a failed save always has the server's detail, or says that nothing came from it": [
    "Failed to save record.",
  ],
  "a tile that fails says what the server says": ["Failed to fetch data"],
  "pages are not built yet": ["Unknown component: {name}"],
  "a form never opens without its schema": ["Cannot save: schema is missing."],
  "the pages of records say it as the records do": ["Error creating record"],
  "mail is not set up by a wizard yet": [
    "Error getting url",
    "Google Workspace Auth Credential Not Verified. Please try authorizing again.",
  ],
  "the server says it of a table without rows": ["No data to import"],
};

const code = (path: string, leftOut = /[.]test[.]|messages[.]ts$/) =>
  Object.entries(sources)
    .filter(([name]) => name.startsWith(`../${path}`) && !leftOut.test(name))
    .map(([, text]) => text)
    .join("\n");

describe("the messages that were agreed on", () => {
  it.each(emitted)("“$message” is shown by $by", ({ message, says, by, as }) => {
    expect(says).toBe(message);
    expect(code(by)).toMatch(new RegExp(`\\b${as.replaceAll(".", "[.]")}\\b`));
  });

  it("are either shown or named with the reason why not, once each", () => {
    const named = [...emitted.map(({ message }) => message), ...Object.values(absent).flat()];
    expect(new Set(named).size).toBe(named.length);
    for (const reason of Object.keys(absent)) {
      expect(absent[reason]).not.toHaveLength(0);
    }
  });

  // Who builds one of these features takes its messages over from the list.
  it.each(Object.values(absent).flat())("“%s” is in no words yet", (message) => {
    const longest = message.split(/[{][a-z]+[}]|[.]{3}/).sort((a, b) => b.length - a.length)[0] ?? "";
    const alike = emitted.some((one) => one.message.includes(longest));
    expect(alike || !code("", /[.]test[.]/).includes(longest)).toBe(true);
  });
});
