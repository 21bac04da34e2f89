import type pg from 'pg';

/** One column of a table or view, as PostgreSQL's catalogue has it. */
interface Column {
  readonly table: string;
  readonly view: boolean;
  readonly column: string;
  readonly type: string;
  readonly notNull: boolean;
  /** 'a': the database alone writes it. */
  readonly identity: string;
  readonly hasDefault: boolean;
  /** What it refers to, `table.column`; null where it refers to nothing. */
  readonly refers: string | null;
  /** The checks on this column alone. */
  readonly checks: readonly string[];
}

const columnsSql = `
  select c.relname as "table", c.relkind = 'v' as view, a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "notNull", a.attidentity::text as identity, a.atthasdef as "hasDefault",
    (select min(f.relname || '.' || fa.attname)
      from pg_constraint k
      cross join lateral unnest(k.conkey, k.confkey) as pair(own, other)
      join pg_class f on f.oid = k.confrelid
      join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = pair.other
      where k.conrelid = c.oid and k.contype = 'f' and pair.own = a.attnum) as refers,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
    and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`;

/** What a value of each type is in code (see pool.ts). */
const codeTypes: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  integer: 'number',
  'integer[]': 'number[]',
  jsonb: 'unknown',
  numeric: 'bigint',
  'numeric(78,0)': 'bigint',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  tsvector: 'string',
  uuid: 'string',
};

/** The values a check allows one by one, as a union; undefined for a check of another form. */
function unionOf({ checks }: Column): string | undefined {
  for (const check of checks) {
    const list =
      /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check)?.[1] ?? /^CHECK \(\(\w+ = (.+)\)\)$/.exec(check)?.[1];
    const values = list?.split(', ').map((value) => value.replace(/::text$/, ''));
    if (values?.every((value) => /^('\w+'|\d+)$/.test(value))) return values.join(' | ');
  }
  return undefined;
}

interface Source {
  readonly columns: ReadonlyMap<string, Column>;
  /** `table.column` of every refinement. */
  readonly refined: ReadonlySet<string>;
}
const keyOf = ({ table, column }: Column): string => `${table}.${column}`;

/** The refinement that a column has itself, or by what it refers to. */
function refinementOf({ columns, refined }: Source, column: Column): string | undefined {
  const seen = new Set<string>();
  for (let at: Column | undefined = column; at && !seen.has(keyOf(at)); at = columns.get(at.refers ?? '')) {
    if (refined.has(keyOf(at))) return `R['${keyOf(at)}']`;
    seen.add(keyOf(at));
  }
  return undefined;
}

/** The type of a column: what is read, or, where it is written otherwise, read and written. */
function typeOf(source: Source, column: Column): string {
  const plain = codeTypes[column.type];
  if (plain === undefined) throw new Error(`${keyOf(column)} is ${column.type}, which no code reads yet.`);
  const own = refinementOf(source, column);
  const value = own ?? unionOf(column) ?? plain;
  // The catalogue knows no column of a view to be never null: a refinement vouches for it.
  if (column.view) return own ?? `${value} | null`;
  if (column.type === 'jsonb') {
    if (column.hasDefault) return `JsonDefaulted<${value}>`;
    return column.notNull ? `Json<${value}>` : `Json<${value}> | null`;
  }
  if (column.identity === 'a') return `IdentityOf<${value}>`;
  if (column.column === 'created_at' && column.hasDefault) return 'CreatedAt';
  if (!column.notNull) return `${value} | null`;
  return column.hasDefault || column.identity !== '' ? `Defaulted<${value}>` : value;
}

/** As the formatter has it (biome.json). */
const lineWidth = 120;
/** A column's line; a union that is too long for one stands on several. */
function lineOf(name: string, type: string): string {
  const line = `  ${name}: ${type};`;
  if (line.length <= lineWidth) return line;
  return `  ${name}:${type
    .split(' | ')
    .map((value) => `\n    | ${value}`)
    .join('')};`;
}

const pascal = (table: string): string => table.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The text of tables.ts: every table and view of a migrated database. `refined` are the keys of refinements.ts. @throws for a key that is no column */
export async function describeTables(pool: pg.Pool, refined: ReadonlySet<string>): Promise<string> {
  const { rows } = await pool.query<Column>(columnsSql);
  const source = { columns: new Map(rows.map((row) => [keyOf(row), row])), refined };
  const unknown = [...refined].filter((key) => !source.columns.has(key));
  if (unknown.length > 0) throw new Error(`No such column: ${unknown.join(', ')}`);
  const tables = [...Map.groupBy(rows, ({ table }) => table)];
  const bodies = tables.map(([table, columns]) => {
    const lines = columns.map((column) => lineOf(column.column, typeOf(source, column)));
    return `interface ${pascal(table)} {\n${lines.join('\n')}\n}`;
  });
  const used = ['CreatedAt', 'Defaulted', 'IdentityOf', 'Json', 'JsonDefaulted'].filter((name) =>
    bodies.some((body) => new RegExp(`\\b${name}\\b`).test(body)),
  );
  return `${[
    '/** Every table and view. Written by `npm run tables` from a migrated database, which a test holds it to: never by hand. */',
    `import type { ${used.join(', ')} } from './columns.ts';`,
    "import type { Refinements as R } from './refinements.ts';",
    '',
    ...bodies.flatMap((body) => [body, '']),
    'export interface Database {',
    ...tables.map(([table]) => `  ${table}: ${pascal(table)};`),
    '}',
  ].join('\n')}\n`;
}

/** The keys of refinements.ts, from its text: types are gone when this runs. */
export const refinedIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key = '']) => key));
