import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Desk } from './support/desk.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

interface Shown {
  /** Who opens it. */
  user: string;
  path: string;
  /** Brings it on the page. */
  open: (page: Page) => Promise<void>;
  /** The label of its first field; none if it has no field. */
  field?: string;
  /** What is typed there. */
  typed?: string;
  /** What is typed there is lost with the dialog, so that it asks. */
  hasWork?: true;
  /** The button that has the focus where there is no field. */
  button?: string;
  /** What one sees when Enter in the first field has submitted it. */
  submitted?: (page: Page) => Promise<void>;
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Every dialog of the product, by the file that shows it. */
const dialogs: Record<string, Shown> = {
  'features/calls/Dialer.tsx': {
    user: 'agent1',
    path: '/live/active_calls',
    open: click('New call'),
    field: 'Phone number',
    hasWork: true,
    submitted: (page) => expect(page.getByRole('alert')).toContainText('Please enter a valid 10-digit number'),
  },
  'features/administration/keys/NewKeyDialog.tsx': {
    user: 'admin',
    path: '/administration/api-keys',
    open: click('New key'),
    field: 'Name',
    hasWork: true,
    submitted: (page) => expect(page.getByRole('dialog', { name: 'Key for chat' })).toBeVisible(),
  },
  'features/chat/NewChatDialog.tsx': {
    user: 'agent1',
    path: '/live/chat',
    open: async (page) => {
      await click('New message')(page);
      await click('New group')(page);
    },
    field: 'Name',
    hasWork: true,
    submitted: (page) => expect(page.getByRole('dialog').getByRole('alert')).toBeVisible(),
  },
  'features/chat/NewMessageDialog.tsx': {
    user: 'agent1',
    path: '/live/chat',
    open: click('New message'),
    field: 'Find a colleague',
    typed: 'ben',
    submitted: (page) => expect(page.getByRole('heading', { name: 'Ben Sorensen' })).toBeVisible(),
  },
  'features/conversations/begin/NewTextDialog.tsx': {
    user: 'agent1',
    path: '/live/chat',
    // To whom was said in the palette: what is left to be written comes first.
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('(206) 555-8179');
      await page.getByRole('option', { name: 'Text (206) 555-8179' }).click();
    },
    field: 'Message',
    hasWork: true,
    submitted: (page) => expect(page).toHaveURL(/\/view\/twilio_conversation\/record\//),
  },
  'app/frame/LeaveGuard.tsx': {
    user: 'agent1',
    path: '/view/contact/new',
    open: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Ida Quill');
      await page.getByRole('navigation').getByRole('link', { name: 'Notes' }).click();
    },
    button: 'Keep editing',
  },
  'app/frame/MoreSheet.tsx': {
    user: 'agent1',
    path: '/live/chat',
    open: async (page) => {
      await page.setViewportSize({ width: 390, height: 780 });
      await page.getByRole('button', { name: 'More', exact: true }).click();
    },
    button: 'Close',
  },
  'app/frame/Overlays.tsx': {
    user: 'agent1',
    path: '/live/chat',
    // The sheet of keys, where its code cannot be loaded.
    open: async (page) => {
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0;
      });
      await page.route('**/assets/ShortcutSheet-*.js', (route) => route.abort());
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected');
      await page.keyboard.press('?');
    },
    button: 'Try again',
  },
  'app/palette/Palette.tsx': {
    user: 'agent1',
    path: '/live/chat',
    open: (page) => page.keyboard.press('Control+k'),
    field: 'Command palette',
    submitted: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  'app/palette/ShortcutSheet.tsx': {
    user: 'agent1',
    path: '/live/chat',
    open: (page) => page.keyboard.press('?'),
    button: 'Close',
  },
  'features/records/list/ListDialogs.tsx': {
    user: 'admin',
    path: '/view/contact/list',
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    },
    button: 'Cancel',
  },
  'features/records/erase/EraseSheet.tsx': {
    user: 'admin',
    path: '/view/contact/list',
    open: async (page) => {
      if (page.url().includes('/list')) await page.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Erase this person' }).click();
    },
    field: 'Type',
  },
  'features/records/history/HistoryDialog.tsx': {
    user: 'admin',
    path: '/view/contact/list',
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'History' }).click();
    },
    button: 'Close',
  },
  'features/records/list/DeletedDialog.tsx': {
    user: 'admin',
    path: '/view/contact/list',
    open: click('Recently deleted'),
    button: 'Close',
  },
  'features/records/list/filters/FilterDialog.tsx': {
    user: 'supervisor',
    path: '/view/note/list',
    open: async (page) => {
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('menuitem', { name: 'New filter…' }).click();
    },
    field: 'Name',
    typed: 'Urgent',
    hasWork: true,
    submitted: (page) => expect(page.getByRole('alert')).toContainText('Enter a value'),
  },
  'features/records/record/NewRecordDialog.tsx': {
    user: 'agent1',
    path: '/view/contact/new',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Related Note' }).click();
      await page.getByRole('option', { name: 'Create new note' }).click();
    },
    field: 'Name',
    hasWork: true,
    submitted: (page) => expect(page.getByRole('dialog').getByText('Value is required')).toBeVisible(),
  },
  'features/records/record/RecordPage.tsx': {
    user: 'admin',
    path: '/view/contact/list',
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('link').first().click();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    },
    button: 'Cancel',
  },
  'features/records/sections/AddSection.tsx': {
    user: 'agent5',
    path: '/live/chat',
    open: click('Add a section'),
    field: 'Find an object',
    typed: 'nothing of this name',
    submitted: (page) => expect(page.getByRole('dialog').getByText('Nothing matches.')).toBeVisible(),
  },
  'features/records/sections/EditSection.tsx': {
    user: 'agent5',
    path: '/live/chat',
    open: async (page) => {
      const menu = page.getByRole('button', { name: 'Actions for Teams' });
      if ((await menu.count()) === 0) {
        await click('Add a section')(page);
        await page.getByRole('combobox', { name: 'Find an object' }).fill('teams');
        await page.keyboard.press('Enter');
      }
      await menu.click();
      await page.getByRole('menuitem', { name: 'Edit section…' }).click();
      await page.getByRole('textbox', { name: 'Name' }).selectText();
    },
    field: 'Name',
    typed: 'Who works where',
    hasWork: true,
    submitted: async (page) => {
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Actions for Who works where' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await expect(page.getByRole('button', { name: 'Actions for Who works where' })).toHaveCount(0);
    },
  },
  'features/session/InvitationBar.tsx': {
    user: 'admin',
    path: '/view/user/new',
    open: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Ida Quill');
      await page.getByLabel('Email').fill(`ida${Date.now()}@quill.example`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Withdraw' }).click();
    },
    button: 'Cancel',
  },
};

/**
 * Those that need an object of the organization's own, which schemas.spec.ts goes through by keyboard alone, a call
 * that is up, as in transfer.spec.ts, or a filter that is there, as in filters.spec.ts, and the sheet of columns, in
 * which nothing is typed (filters.spec.ts), the change of password (password.spec.ts)
 * and of the time zone (zone.spec.ts), what asks of a key that there is (keys.spec.ts), what a list opens (grid.spec.ts), a contact
 * of a vCard (card.test.tsx), subscribers (subscribers.test.tsx), what happens to a message of a chat (amending.test.tsx,
 * mentions.test.tsx, find.test.tsx), the second factor (secondfactor.spec.ts), and what is bought (market.spec.ts, market.test.tsx).
 */
const elsewhere = [
  'features/administration/keys/KeysPage.tsx',
  'features/administration/keys/Secret.tsx',
  'features/analytics/dashboard/ChartDialog.tsx',
  'features/analytics/dashboard/PickerDialog.tsx',
  'features/analytics/dashboard/pages.tsx',
  'features/analytics/report/pages.tsx',
  'features/apps/DeploySheet.tsx',
  'features/apps/InstallCodeSheet.tsx',
  'features/apps/InstallSheet.tsx',
  'features/apps/RecordsTable.tsx',
  'features/calls/dock/TransferDialog.tsx',
  'features/chat/MessageActions.tsx',
  'features/chat/compose/AskToAdd.tsx',
  'features/chat/files/ViewerDialog.tsx',
  'features/chat/find/AroundDialog.tsx',
  'features/chat/find/MessagesDialog.tsx',
  'features/conversations/begin/NewTextOverlay.tsx',
  'features/conversations/card/CardDialog.tsx',
  'features/conversations/work/AssignSheet.tsx',
  'features/conversations/work/SnoozeSheet.tsx',
  'features/exports/ExportSheet.tsx',
  'features/files/viewer/FileViewer.tsx',
  'features/imports/ImportPage.tsx',
  'features/imports/RunStep.tsx',
  'features/market/InvoicesSheet.tsx',
  'features/market/checkout/CheckoutSheet.tsx',
  'features/market/product/PlanDialog.tsx',
  'features/market/product/SeatsDialog.tsx',
  'features/market/product/Standing.tsx',
  'features/people/ProofDialog.tsx',
  'features/people/SecondFactorField.tsx',
  'features/people/SessionsField.tsx',
  'features/records/board/SettingsSheet.tsx',
  'features/records/bulk/BulkEditSheet.tsx',
  'features/records/list/ColumnsSheet.tsx',
  'features/records/list/filters/FilterDialogs.tsx',
  'features/records/list/grid/ApplyDialog.tsx',
  'features/records/merge/MergeSheet.tsx',
  'features/records/record/NewRecordModal.tsx',
  'features/schemas/AskedDialog.tsx',
  'features/schemas/EditObject.tsx',
  'features/schemas/FieldSheet.tsx',
  'features/schemas/NewObject.tsx',
  'features/session/PasswordDialog.tsx',
  'features/session/TimeZoneDialog.tsx',
  'features/subscribers/SubscribersSheet.tsx',
];

/** The files that show a dialog, whatever they call it. */
function shown(): string[] {
  const root = resolve(import.meta.dirname, '../src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('components/') && !file.includes('.test.'))
    .filter((file) => /<(Dialog|ConfirmDialog)\b/.test(readFileSync(join(root, file), 'utf8')))
    .sort();
}

test('every dialog of the product is tried here', () => {
  expect([...Object.keys(dialogs), ...elsewhere].sort()).toEqual(shown());
});

const dialog = (desk: Desk) => desk.page.locator('dialog[open]').first();

for (const [file, { user, path, open, field, typed = 'chat', hasWork, button, submitted }] of Object.entries(dialogs)) {
  test(`${file}: the focus is where one goes on, Enter submits, Escape loses nothing`, async ({ desk }) => {
    const someone = await desk(user, path);
    const { page } = someone;
    await open(page);
    await expect(dialog(someone)).toBeVisible();

    if (field === undefined) {
      await expect(dialog(someone).getByRole('button', { name: button ?? '' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog(someone)).toHaveCount(0);
      return;
    }

    // Whoever opens it and types at once types into it.
    const input = dialog(someone).getByLabel(field).first();
    await expect(input).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(someone)).toHaveCount(0);
    await open(page);
    await expect(input).toBeFocused();
    await page.keyboard.type(typed);
    await expect(input).toHaveValue(typed);

    if (hasWork) {
      const question = page.getByRole('alertdialog', { name: 'Leave without finishing?' });
      await page.keyboard.press('Escape');
      await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
      await look(page, `leave-${field.replaceAll(' ', '-').toLowerCase()}`);
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(input).toBeFocused();
      await expect(input).toHaveValue(typed);
      // Twice more: a browser closes a dialog by itself that has said no before.
      for (let again = 0; again < 2; again++) {
        await page.keyboard.press('Escape');
        await expect(question).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(question).toHaveCount(0);
        await expect(input).toHaveValue(typed);
      }
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Discard' }).click();
      await expect(dialog(someone)).toHaveCount(0);
      await open(page);
      await expect(input).toBeFocused();
      await page.keyboard.type(typed);
    }

    await page.keyboard.press('Enter');
    await submitted?.(page);
    expect(someone.errors()).toEqual([]);
  });
}
