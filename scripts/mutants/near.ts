import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Which tests of an area are likely to notice a change of a source, from what they import: those that use something of that file themselves, by its own name or through a
 * package's index; where none does, those that use what uses it. Of these the one that is called as the source is, else the few that use least beside it: they are
 * quick, and about it. A mutant is run with these alone, so what others would have noticed is not counted.
 */
const most = 4;

const root = path.resolve(import.meta.dirname, '../..');
const statement =
  /^(import|export)\s+(type\s+)?(\*|\{[^}]*\}|[\w$]+(?:\s*,\s*\{[^}]*\})?)?(?:\s+as\s+\w+)?\s*(?:from\s+)?'([^']+)'/gms;

interface Use {
  readonly export: boolean;
  readonly from: string;
  /** As they are called there; undefined: all of them. */
  readonly names: readonly string[] | undefined;
}

/** The file that an import names, below the project; undefined for what is not ours. */
function resolved(from: string, file: string): string | undefined {
  if (from.startsWith('.')) return path.join(path.dirname(file), from);
  const [, name, sub] = /^@holdfast\/([^/]+)(?:\/(.+))?$/.exec(from) ?? [];
  const home = ['packages', 'apps'].map((dir) => `${dir}/${name}`).find((dir) => existsSync(path.join(root, dir)));
  if (name === undefined || home === undefined) return undefined;
  const { exports = {} } = JSON.parse(readFileSync(path.join(root, home, 'package.json'), 'utf8')) as {
    exports?: Readonly<Record<string, string>>;
  };
  const target = exports[sub === undefined ? '.' : `./${sub}`] ?? sub;
  return target === undefined ? undefined : path.join(home, target);
}

/** Values alone: a type runs nothing. */
function namesIn(text: string | undefined): readonly string[] | undefined {
  const [, list] = /\{([^}]*)\}/s.exec(text ?? '') ?? [];
  if (list === undefined) return undefined;
  const names = list.split(',').map((one) => one.trim());
  return names.filter((one) => one !== '' && !one.startsWith('type ')).map((one) => one.split(/\s+as\s+/)[0] ?? one);
}

const read = new Map<string, readonly Use[]>();
function usesOf(file: string): readonly Use[] {
  const known = read.get(file);
  if (known) return known;
  const place = path.join(root, file);
  const text = existsSync(place) ? readFileSync(place, 'utf8') : '';
  const uses = [...text.matchAll(statement)].flatMap(([, kind, type, list, name = '']): Use[] => {
    const from = resolved(name, file);
    const names = namesIn(list);
    if (from === undefined || type !== undefined || names?.length === 0) return [];
    return [{ export: kind === 'export', from, names }];
  });
  read.set(file, uses);
  return uses;
}

/** Where what an import names really stands: an index only hands it on. */
function ownersOf({ from, names }: Use, seen = new Set<string>()): readonly string[] {
  if (seen.has(from)) return [];
  seen.add(from);
  const passed = usesOf(from).filter((use) => use.export);
  const owners = passed.flatMap((use) => {
    const wanted = use.names && names ? use.names.filter((name) => names.includes(name)) : (use.names ?? names);
    return wanted?.length === 0 ? [] : ownersOf({ ...use, names: wanted }, seen);
  });
  return [from, ...owners];
}

const isTest = (file: string): boolean => /(^|\/)test\/|\.test\.tsx?$/.test(file);

/** The sources that a file uses itself; what lies with the tests belongs to the test that uses it. */
function usedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const used = new Set<string>();
  if (seen.has(file)) return used;
  seen.add(file);
  for (const owner of usesOf(file).flatMap((use) => ownersOf(use)))
    for (const one of isTest(owner) ? usedBy(owner, seen) : [owner]) used.add(one);
  return used;
}

/** @param patterns of test files, and of sources, below the project @returns all of the tests where nothing leads to the source */
export function testsNear(
  source: string,
  patterns: { readonly tests: readonly string[]; readonly mutate: readonly string[] },
) {
  const files = (some: readonly string[]): readonly string[] => globSync([...some], { cwd: root }).sort();
  const tests = files(patterns.tests).filter((file) => !file.endsWith('.long.test.ts'));
  const sources = files(patterns.mutate);
  let wanted = new Set([source]);
  for (let size = 0; size < wanted.size; ) {
    size = wanted.size;
    const found = tests.filter((test) => [...usedBy(test)].some((one) => wanted.has(one)));
    const own = found.filter((test) => path.basename(test, '.test.ts') === path.basename(source, '.ts'));
    if (wanted.size === 1 && own.length > 0) return own;
    if (found.length > 0) return found.sort((a, b) => usedBy(a).size - usedBy(b).size).slice(0, most);
    wanted = new Set([...wanted, ...sources.filter((one) => [...usedBy(one)].some((each) => wanted.has(each)))]);
  }
  return tests;
}
