import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The icons that the console draws, file by file as their package has them, so that whoever only runs this installs them and not the other 1,800 in three forms each
 * (51 MB, decision 0050). The console's build takes them from there.
 */
const root = path.join(import.meta.dirname, '../..');
const from = path.join(root, 'node_modules/lucide-react');
/** Where they lie. */
export const copies = path.join(root, 'apps/console/vendor/lucide-react');
const esm = 'dist/esm';
/** In the copies: git leaves out folders called `dist`. */
const copied = 'esm';

const read = (file: string): string => readFileSync(path.join(from, file), 'utf8');
/** Which file each icon is in, under all its names. */
const files = (): ReadonlyMap<string, string> =>
  new Map(
    [
      ...read(`${esm}/lucide-react.mjs`).matchAll(/^export \{ (default as .*) \} from '\.\/(icons\/.*\.mjs)';$/gm),
    ].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name) => [name.replace('default as ', ''), file] as const),
    ),
  );

/** The names that the console's sources import. */
function used(): ReadonlySet<string> {
  const sources = globSync('apps/console/src/**/*.{ts,tsx}', { cwd: root });
  const imports = sources.flatMap((file) => [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(/^import \{([^}]*)\} from 'lucide-react';/gm),
  ]);
  const names = imports.flatMap(([, names = '']) => names.split(',').map((one) => one.trim()));
  return new Set(
    names.filter((one) => one !== '' && !one.startsWith('type ')).map((one) => one.split(' as ')[0] ?? one),
  );
}

const mapping = /\n?\/\/# sourceMappingURL=.*\n?$/;

/** The file and all that it imports, below `dist/esm`. */
function withImports(file: string, seen: Map<string, string>): void {
  if (seen.has(file)) return;
  const text = read(`${esm}/${file}`).replace(mapping, '\n');
  seen.set(file, text);
  for (const [, next = ''] of text.matchAll(/from '(\.[^']+)'/g))
    withImports(path.join(path.dirname(file), next), seen);
}

/** Each file of the copy with its text. */
export function iconFiles(): Readonly<Record<string, string>> {
  const known = files();
  const all = new Map<string, string>();
  const lines = [...used()].sort().map((name) => {
    const file = known.get(name);
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
    withImports(file, all);
    return `export { default as ${name} } from './${file}';`;
  });
  const { name, version, license } = JSON.parse(read('package.json')) as Record<string, string>;
  const about = { name, version, license, private: true, type: 'module', sideEffects: false };
  const made = { 'package.json': `${JSON.stringify(about, undefined, 2)}\n`, LICENSE: read('LICENSE') };
  const entries = [
    ...Object.entries(made),
    [`${copied}/lucide-react.mjs`, `${lines.join('\n')}\n`] as const,
    ...[...all].map(([file, text]) => [`${copied}/${file}`, text] as const),
  ];
  return Object.fromEntries(entries.map(([file, text]) => [path.join(copies, file), text]));
}
