import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';

/** No call takes a number that the column it meets could not hold: such a number would be a failure of the database, not a mistake of the caller. */
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database?.close());

/** The columns that each input of that name meets. */
const columns: Readonly<Record<string, readonly string[]>> = {
  address_id: ['addresses.id'],
  audit_id: ['proposals.id'],
  batch_id: ['batches.id'],
  before: ['audit_log.seq'],
  business_id: ['orders.id', 'proposals.id'],
  channel_id: ['notice_channels.id'],
  deposit_id: ['deposits.id'],
  draft: ['batches.id'],
  except: ['personal_entries.id'],
  export_id: ['exports.id'],
  from_height: ['deposits.height'],
  id: ['orders.id', 'deposits.id'],
  item_id: ['orders.id', 'proposals.id'],
  max_id: ['orders.id', 'deposits.id', 'addresses.id'],
  notify_id: ['hook_deliveries.id'],
  reset_id: ['account_resets.id'],
  to_height: ['deposits.height'],
  trans_id: ['orders.id'],
  up_to: ['notices.id'],
  version: ['batches.version'],
  vout: ['utxos.vout'],
  wallet_id: ['workspaces.id'],
  withdraw_id: ['orders.id'],
};
/** Those that meet none as wide, and what becomes of one that is too large. */
const others: Readonly<Record<string, string>> = {
  end: 'a moment: a Date holds it or it is refused',
  expire_at: 'a moment',
  has_bytes: 'compared with the bytes of the file that is made',
  more_than: 'a count of outputs, compared with as many as there are',
  lock_blocks: 'a part of what is signed',
  num: 'refused above what may be made at once',
  page_no: 'times a page’s size it is a bigint',
  per_minute: 'a part of what is signed',
  place: 'a place in the list of rules',
  start: 'a moment',
  status: 'looked up among the statuses, which are names',
  sub_wallet_id: 'from 2^31 on it is answered as one that does not exist',
  type: 'looked up among the kinds, which are names',
};

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
const file = path.join(import.meta.dirname, '../../../../docs/openapi.json');
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const limitsOf = (schema: Schema): Schema | undefined =>
  schema.maximum === undefined ? schema.anyOf?.map(limitsOf).find((one) => one !== undefined) : schema;
const isNumber = ({ type, anyOf = [], enum: some }: Schema): boolean =>
  some === undefined && (type === 'integer' || type === 'number' || anyOf.some(isNumber));
const inputsOf = ({ parameters = [], requestBody }: Operation): [string, Schema][] => [
  ...parameters.map(({ name, schema }) => [name, schema] as [string, Schema]),
  ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.entries(schema.properties ?? {})),
];

const widest: Readonly<Record<string, number>> = {
  smallint: 2 ** 15 - 1,
  integer: 2 ** 31 - 1,
  bigint: Number.MAX_SAFE_INTEGER,
};

test('each number that a call takes by itself fits the column of it, or is judged before it comes to one', async () => {
  const { rows } = await database.pool.query<{ name: string; type: string }>(
    `select table_name || '.' || column_name as name, data_type as type from information_schema.columns where table_schema = current_schema()`,
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  const found = new Set<string>();
  const wrong: string[] = [];
  for (const [at, operations] of Object.entries(paths))
    for (const operation of Object.values(operations))
      for (const [name, schema] of inputsOf(operation)) {
        const { minimum, maximum } = limitsOf(schema) ?? {};
        if (minimum === undefined || maximum === undefined) {
          if (isNumber(schema)) wrong.push(`${at} ${name}: a number without limits`);
          continue;
        }
        // Every column of a whole number holds as much.
        if (maximum < 2 ** 15 && minimum > -(2 ** 15)) continue;
        found.add(name);
        if (name in others) continue;
        const met = columns[name];
        if (!met) wrong.push(`${at} ${name}: nobody says which column it meets`);
        for (const column of met ?? []) {
          const most = widest[types.get(column) ?? ''];
          if (most === undefined) wrong.push(`${name}: ${column} is no column of whole numbers`);
          else if (maximum > most) wrong.push(`${at} ${name}: up to ${maximum}, and ${column} holds ${most}`);
        }
      }
  expect([...new Set(wrong)]).toEqual([]);
  // What is said here of inputs that are gone misleads.
  expect([...Object.keys(columns), ...Object.keys(others)].filter((name) => !found.has(name))).toEqual([]);
});
