import { CompiledQuery } from 'kysely';
import type { KyselyPlugin } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { TestApp } from './test-app.ts';

export const onServer = process.env['DATABASE_URL'] !== undefined;

/** Returns every query of the product from now on with its last values. */
export function recordQueries({ ctx }: TestApp): Map<string, readonly unknown[]> {
  const asked = new Map<string, readonly unknown[]>();
  const { db, listDb } = ctx;
  Object.assign(ctx, {
    db: db.withPlugin(recording(db, asked)),
    listDb: listDb.withPlugin(recording(listDb, asked)),
  });
  return asked;
}

function recording(db: Db, asked: Map<string, readonly unknown[]>): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId);
      if (/^\s*(select|with)\b/i.test(sql)) asked.set(sql, parameters);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** Returns the steps of a query on SQLite, as SQLite describes them. */
export async function stepsOf(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...values]),
  );
  return rows.map(({ detail }) => detail);
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

export type PlanNode = Plan & {
  /** The rows that the node has read. */
  looked: number;
};

/** Runs a query on PostgreSQL. Returns the nodes of its plan. `without` is a kind of step that the planner avoids. */
export async function nodesOf(db: Db, text: string, values: readonly unknown[], without?: 'sort'): Promise<PlanNode[]> {
  const { rows } = await db.transaction().execute(async (tx) => {
    // Sequential scans are made expensive, so that the planner uses an index wherever one fits.
    await tx.executeQuery(CompiledQuery.raw('set local seq_page_cost = 100'));
    if (without) await tx.executeQuery(CompiledQuery.raw(`set local enable_${without} = off`));
    return tx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...values]),
    );
  });
  const withChildren = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(withChildren)];
  return withChildren(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan).map((node) => ({
    ...node,
    looked: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  }));
}
