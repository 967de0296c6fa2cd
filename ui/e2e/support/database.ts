import pg from 'pg';
import type { Server } from './server.ts';

/** Runs work with a connection to the server's own database. */
export async function withDatabase<T>(server: Server, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: server.database() });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Locks a record's row while work runs: whoever would write it waits, or is turned away, until then. */
export async function whileLocked(server: Server, id: string, work: () => Promise<void>): Promise<void> {
  await withDatabase(server, async (database) => {
    // The table of an object that an organization has made is not named like the object.
    const { rows } = await database.query<{ schema: string; name: string }>(
      "SELECT table_schema AS schema, table_name AS name FROM information_schema.columns WHERE column_name = 'deleted_date' AND table_name IN (SELECT table_name FROM information_schema.columns WHERE column_name = 'id')",
    );
    await database.query('BEGIN');
    let locked = 0;
    for (const { schema, name } of rows) {
      const found = await database.query(`SELECT id FROM ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)} WHERE id = $1 FOR UPDATE`, [id]);
      locked += found.rows.length;
    }
    if (locked !== 1) throw new Error(`${locked} rows have the id ${id}`);
    await work();
    await database.query('ROLLBACK');
  });
}
