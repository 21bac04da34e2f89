import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One place of our sources, and what stands there in a copy. */
export interface Change {
  /** The folder whose sources it is of; missing = the signer's own. */
  readonly from?: string;
  /** Below `src` there. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
}

const root = fileURLToPath(new URL('../', import.meta.url));
/** A file of ours by its place below the project. */
export const placeOf = (file: string): string => join(root, file);
const source = placeOf('apps/signer');
/** What a file imports of its own package, or starts as a worker. */
const imported = /(?<= from '|new URL\(')\.[^']+\.ts(?=')/g;
/** The signer's files, each with those that it imports. */
const imports = new Map(
  globSync('**/*.ts', { cwd: join(source, 'src') }).map((file) => {
    const text = readFileSync(join(source, 'src', file), 'utf8');
    return [file, [...text.matchAll(imported)].map(([path]) => join(dirname(file), path))] as const;
  }),
);

/** The file of a copy with its one place exchanged. @throws Error when the place is not there exactly once */
export function exchanged({ from, file, find, replace }: Change): string {
  const text = readFileSync(join(from === undefined ? source : join(root, from), 'src', file), 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} does not hold exactly once: ${find}`);
  return text.replace(find, () => replace);
}

/** A file, and whatever imports it, also through others. */
function importersOf(file: string): Set<string> {
  const found = new Set([file]);
  for (const one of found) for (const [importer, files] of imports) if (files.includes(one)) found.add(importer);
  return found;
}

function copySources(folder: string, dir: string): void {
  cpSync(join(folder, 'src'), join(dir, 'src'), { recursive: true });
  cpSync(join(folder, 'package.json'), join(dir, 'package.json'));
}

/** Links to all that the sources import, but for one of our own packages, which `copy` takes the place of. */
function linkAllBut(name: string, copy: string, dir: string): void {
  const all = join(root, 'node_modules');
  const [here, scope] = [join(dir, 'node_modules'), '@holdfast'];
  mkdirSync(join(here, scope), { recursive: true });
  for (const entry of readdirSync(all)) if (entry !== scope) symlinkSync(join(all, entry), join(here, entry));
  for (const entry of readdirSync(join(all, scope)))
    symlinkSync(entry === name ? copy : join(all, scope, entry), join(here, scope, entry));
}

/** The sources of a package with one place exchanged. */
function writeChanged(change: Change, from: string, dir: string): void {
  copySources(join(root, from), dir);
  writeFileSync(join(dir, 'src', change.file), exchanged(change));
}

/** A copy of a package of ours by itself, with all that it imports. @returns its folder */
export function writePackage(change: Change & { readonly from: string }, dir: string): string {
  const changed = join(dir, change.from);
  writeChanged(change, change.from, changed);
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  return changed;
}

/** A copy of the signer beside one of a package of ours that has one place exchanged. @returns the program */
function writeBeside(change: Change, from: string, dir: string): string {
  // Not below node_modules, where Node takes no TypeScript.
  const changed = join(dir, from);
  copySources(source, dir);
  writeChanged(change, from, changed);
  linkAllBut(basename(from), changed, dir);
  return join(dir, 'src/app.ts');
}

/** A copy of the signer with one place exchanged: of the files that are another one by it; what they import beside them is the signer's own. @returns the program */
export function writeMutant(change: Change, dir: string): string {
  if (change.from !== undefined) return writeBeside(change, change.from, dir);
  const copied = importersOf(change.file);
  for (const file of copied) {
    const text = file === change.file ? exchanged(change) : readFileSync(join(source, 'src', file), 'utf8');
    const to = join(dir, 'src', file);
    mkdirSync(dirname(to), { recursive: true });
    const path = (from: string): string => join(dirname(file), from);
    writeFileSync(
      to,
      text.replace(imported, (from) => (copied.has(path(from)) ? from : join(source, 'src', path(from)))),
    );
  }
  writeFileSync(join(dir, 'package.json'), readFileSync(join(source, 'package.json')));
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  return join(dir, 'src/app.ts');
}
