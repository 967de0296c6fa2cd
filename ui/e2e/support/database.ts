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
export async function whileLocked(server: Server, object: string, id: string, work: () => Promise<void>): Promise<void> {
  await withDatabase(server, async (database) => {
    const { rows } = await database.query<{ schema: string }>('SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = $1', [object]);
    await database.query('BEGIN');
    let locked = 0;
    for (const { schema } of rows) {
      const found = await database.query(`SELECT id FROM ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(object)} WHERE id = $1 FOR UPDATE`, [id]);
      locked += found.rows.length;
    }
    if (locked !== 1) throw new Error(`${locked} rows of ${object} have the id ${id}`);
    await work();
    await database.query('ROLLBACK');
  });
}
