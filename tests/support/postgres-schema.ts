import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type Schema = { url: string; drop: () => Promise<void> };

/** Creates a schema, so that products under test share a database server but no tables. Returns undefined without a server. */
export async function freshSchema(server: string | undefined): Promise<Schema | undefined> {
  if (!server) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create schema ${name}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.toString(), drop: () => onServer(server, `drop schema ${name} cascade`) };
}

/** Runs a statement on a new connection. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
