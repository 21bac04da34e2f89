/**
 * `npm run bench [-- NAME...]`: runs every `*.bench.ts` beside this file, prints the figures and writes them to README.md between
 * its markers. Each module measures its yardstick in the same run: compare ratios, not absolute times.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: string;
  readonly yardstick?: string;
}

interface BenchModule {
  run(): Promise<{ rows: Figure[] }>;
}

const begin = '<!-- figures -->';
const end = '<!-- /figures -->';
const readme = path.join(import.meta.dirname, 'README.md');

/** Who waits for a processor, as an average over the last minute. */
const load = (): string => os.loadavg()[0]?.toFixed(1) ?? '';

function sectionOf(title: string, rows: Figure[], from: { readonly began: Date; readonly load: string }): string {
  const lines = rows.map(
    (r) =>
      `| ${r.name} | ${r.value.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${r.unit} | ${r.aim ?? ''} | ${r.yardstick ?? ''} |`,
  );
  return [
    `### ${title}`,
    '',
    `Began ${from.began.toISOString().slice(0, 16).replace('T', ' ')} UTC; load ${from.load} before and ${load()} at the end.`,
    '',
    '| what | measured | aim | yardstick in the same run |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** Replaces the sections that were measured now and keeps the others. */
function merge(existing: string, fresh: Map<string, string>): string {
  const sections = new Map<string, string>();
  for (const part of existing.split(/^(?=### )/m)) {
    const title = /^### (.+)$/m.exec(part)?.[1];
    if (title) sections.set(title, part.trimEnd());
  }
  for (const [title, text] of fresh) sections.set(title, text.trimEnd());
  return [...sections.values()].join('\n\n');
}

const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'));
const fresh = new Map<string, string>();
for (const file of files.sort()) {
  const name = file.replace('.bench.ts', '');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const module = (await import(path.join(import.meta.dirname, file))) as BenchModule;
  const from = { began: new Date(), load: load() };
  const { rows } = await module.run();
  for (const row of rows)
    console.log(`  ${row.name}: ${row.value.toFixed(2)} ${row.unit}${row.yardstick ? `  (${row.yardstick})` : ''}`);
  fresh.set(name, sectionOf(name, rows, from));
}
const text = readFileSync(readme, 'utf8');
const [head = '', rest = ''] = text.split(begin);
const [body = '', tail = ''] = rest.split(end);
const machine = `Measured on ${os.cpus().length} cores (${os.cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}.`;
const figures = merge(body, fresh);
writeFileSync(readme, `${head}${begin}\n${machine}\n\n${figures}\n${end}${tail}`);
process.exit(0);
