import type { Api } from '../support/api.ts';

const kinds = ['text', 'integer', 'currency', 'date', 'boolean', 'picklist', 'email', 'date-time', 'text', 'number'] as const;
const options = ['new', 'packed', 'sent', 'back'].map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }));
const words = ['harbor', 'pine', 'kayak', 'lantern', 'tarp', 'compass', 'anchor', 'ridge', 'cedar', 'delta'];

function sample(kind: (typeof kinds)[number], row: number, column: number): unknown {
  const mixed = (row * 31 + column * 17) % 997;
  switch (kind) {
    case 'integer':
    case 'currency':
      return mixed;
    case 'number':
      return mixed / 8;
    case 'boolean':
      return mixed % 2 === 0;
    case 'date':
      return `2026-${String((mixed % 12) + 1).padStart(2, '0')}-${String((mixed % 28) + 1).padStart(2, '0')}`;
    case 'date-time':
      return `2026-03-${String((mixed % 28) + 1).padStart(2, '0')}T10:00:00Z`;
    case 'picklist':
      return options[row % options.length]?.value;
    case 'email':
      return `desk${mixed}@example.com`;
    default:
      return `${words[mixed % 10]} ${words[(mixed >> 3) % 10]} ${mixed}`;
  }
}

const nameOf = (column: number) => `f${String(column).padStart(2, '0')}`;

/** Defines an object with a name and so many fields, of ten formats in turn; every field is a column. */
export async function define(admin: Api, object: string, fields: number): Promise<string[]> {
  const names = Array.from({ length: fields }, (_, column) => nameOf(column));
  const properties = Object.fromEntries(
    names.map((name, column) => {
      const format = kinds[column % kinds.length];
      return [name, { title: `Field ${column}`, format, ...(format === 'picklist' ? { options } : {}) }];
    }),
  );
  await admin.post('/v1/schema', { api_name: object, title: 'Parcel', properties, columns: ['name', ...names] });
  return names;
}

interface Import {
  status: string;
  done?: number;
  refused?: number;
}

/** Imports records from a table; answers the ids of the first hundred by name. */
export async function fill(admin: Api, object: string, fields: number, rows: number): Promise<string[]> {
  const columns = Array.from({ length: fields }, (_, column) => column);
  const lines = [['name', ...columns.map(nameOf)].join(',')];
  for (let row = 0; row < rows; row++) {
    lines.push([`Parcel ${String(row).padStart(6, '0')}`, ...columns.map((column) => sample(kinds[column % kinds.length] ?? 'text', row, column))].join(','));
  }
  const form = new FormData();
  form.set('mode', 'create');
  form.set('mapping', JSON.stringify(Object.fromEntries(['name', ...columns.map(nameOf)].map((name) => [name, name]))));
  form.set('dry_run', 'false');
  form.set('file', new Blob([lines.join('\n')], { type: 'text/csv' }), `${object}.csv`);
  const { id } = await admin.form<{ id: string }>(`/v1/import/${object}`, form);
  for (;;) {
    const found = await admin.get<Import>(`/v1/import/${id}`);
    if (found.status === 'done') break;
    if (['failed', 'paused'].includes(found.status)) throw new Error(`the import ended: ${JSON.stringify(found)}`);
    await new Promise((next) => setTimeout(next, 200));
  }
  return (await admin.list<{ id: string }>(object, { order: 'name', limit: '100' })).map((one) => one.id);
}
