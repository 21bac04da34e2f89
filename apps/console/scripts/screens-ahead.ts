import { globSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { type Chunks, chunksOf, withImports } from '../../../scripts/preload-ahead.ts';
import { type Screen, screensOf } from './area-reader.ts';

interface Options {
  /** The folder of the areas, each with an `area.ts`. */
  readonly features: string;
  /** Modules that every screen within the shell asks for soon, and those that every page does; by the ends of their paths. */
  readonly shell: readonly string[];
  readonly all: readonly string[];
  /** The file of texts that every page waits for, and that of all screens but those that say nothing of it. */
  readonly texts: { readonly first: string; readonly later: string };
}

/** By the value of the cookie (spec section 9), the folder of the texts. */
const languages = { en_US: 'en-US', zh_CN: 'zh-CN' } as const;

/** What the server reads (apps/server, http/ahead.ts): names once, and for each address and language which of them. */
interface Ahead {
  readonly files: readonly string[];
  readonly screens: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

/** The files of a build that hold a module, by the end of its path. */
function filesWith(chunks: Chunks, end: string): string[] {
  const found = [...chunks.values()].filter(({ moduleIds, facadeModuleId }) =>
    [...moduleIds, facadeModuleId].some((id) => id?.endsWith(end)),
  );
  if (found.length === 0) throw new Error(`no file of the build has ${end}`);
  return found.map(({ fileName }) => fileName);
}

/** `@holdfast/contract/todo` is where its source is. */
const sourceOf = (imported: string): string => imported.replace(/^@holdfast\/(\w+)\/(.*)$/, '/packages/$1/src/$2.ts');

/** The ends of the paths of all modules that this screen is sure to need, in the order of its need. */
function modulesOf({ file, texts, endpoints, isGate }: Screen, options: Options, language: string): string[] {
  const { first, later } = options.texts;
  const said = texts === 'first' ? [first] : [first, later, ...texts];
  return [
    ...options.all,
    file,
    ...said.map((name) => `/${language}/${name}.json`),
    ...endpoints.map(sourceOf),
    ...(isGate ? [] : options.shell),
  ];
}

function aheadOf(bundle: Rollup.OutputBundle, options: Options): Ahead {
  const chunks = chunksOf(bundle);
  const closure = (files: readonly string[]) => new Set(files.flatMap((file) => [...withImports(chunks, file)]));
  const entry = closure([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  const numbers = new Map<string, number>();
  const numberOf = (file: string): number => {
    const number = numbers.get(file) ?? numbers.size;
    numbers.set(file, number);
    return number;
  };
  const filesOf = (screen: Screen, language: string): number[] =>
    [...closure(modulesOf(screen, options, language).flatMap((end) => filesWith(chunks, end)))]
      .filter((file) => !entry.has(file))
      .map(numberOf);
  const screens = globSync(path.join(options.features, '*/area.{ts,tsx}')).flatMap(screensOf);
  const table = screens.map((screen) => [
    screen.address,
    Object.fromEntries(Object.entries(languages).map(([cookie, language]) => [cookie, filesOf(screen, language)])),
  ]);
  return { screens: Object.fromEntries(table), files: [...numbers.keys()] };
}

/**
 * Writes which files the page at each address is sure to need, so that the server can name them beside the entry: else each is asked for when the one before it
 * has come and was read, a way there and back each.
 */
export const screensAhead = (options: Options): Plugin => ({
  name: 'screens-ahead',
  apply: 'build',
  generateBundle(_, bundle) {
    this.emitFile({ type: 'asset', fileName: 'ahead.json', source: JSON.stringify(aheadOf(bundle, options)) });
  },
});
