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
  /** It is not what it is to be. */
  readonly missed?: boolean;
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
      `| ${r.name} | ${r.value.toLocaleString('en-US', { maximumFractionDigits: 2 })} ${r.unit} | ${r.aim ?? ''}${r.missed ? ': missed' : ''} | ${r.yardstick ?? ''} |`,
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

/** Replaces the section that was measured now and keeps the others. */
function merge(existing: string, title: string, section: string): string {
  const sections = new Map<string, string>();
  for (const part of existing.split(/^(?=### )/m)) {
    const known = /^### (.+)$/m.exec(part)?.[1];
    if (known) sections.set(known, part.trimEnd());
  }
  sections.set(title, section.trimEnd());
  return [...sections.values()].join('\n\n');
}

/** After each part: what was measured stands, whatever becomes of the parts behind it. */
function write(title: string, section: string): void {
  const text = readFileSync(readme, 'utf8');
  const [head = '', rest = ''] = text.split(begin);
  const [body = '', tail = ''] = rest.split(end);
  const machine = `Measured on ${os.cpus().length} cores (${os.cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}.`;
  writeFileSync(readme, `${head}${begin}\n${machine}\n\n${merge(body, title, section)}\n${end}${tail}`);
}

const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'));
const [failed, missed]: [string[], string[]] = [[], []];
for (const file of files.sort()) {
  const name = file.replace('.bench.ts', '');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const module = (await import(path.join(import.meta.dirname, file))) as BenchModule;
  const from = { began: new Date(), load: load() };
  // An hour of measuring is not thrown away for one part that could not be measured.
  const rows = await module.run().then(
    (all) => all.rows,
    (error: unknown) => void console.error(error),
  );
  if (!rows) {
    failed.push(name);
    continue;
  }
  for (const row of rows)
    console.log(`  ${row.name}: ${row.value.toFixed(2)} ${row.unit}${row.yardstick ? `  (${row.yardstick})` : ''}`);
  missed.push(...rows.filter((row) => row.missed).map((row) => `${name}: ${row.name}`));
  write(name, sectionOf(name, rows, from));
}
if (failed.length > 0) console.error(`\nNot measured, and kept as it was: ${failed.join(', ')}`);
if (missed.length > 0) console.error(`\nMissed its aim:\n${missed.join('\n')}`);
process.exit(failed.length + missed.length > 0 ? 1 : 0);
