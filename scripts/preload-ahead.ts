import type { Plugin, Rollup } from 'vite';

export type Chunks = ReadonlyMap<string, Rollup.OutputChunk>;

/** Those of a build, by file name. */
export const chunksOf = (bundle: Rollup.OutputBundle): Chunks =>
  new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])));

/** A chunk and all that it imports before it runs, by file name. */
export function withImports(chunks: Chunks, file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const other of chunks.get(file)?.imports ?? []) withImports(chunks, other, found);
  return found;
}

/**
 * Lets the page name, beside its entry, the files that it is sure to need: else each is asked for when the one before it has come and was read, a way
 * there and back each. It needs no script.
 * @param parts names of parts that are loaded later, on the page's usual way
 */
export const preloadAhead = (parts: readonly string[]): Plugin => ({
  name: 'preload-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunks = chunksOf(bundle);
      const all = [...chunks.values()];
      const missing = parts.filter((part) => !all.some(({ name }) => name === part));
      if (missing.length > 0) throw new Error(`there is no part of that name: ${missing.join(', ')}`);
      const entries = all.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
      const ahead = [...entries, ...all.filter(({ name }) => parts.includes(name)).map(({ fileName }) => fileName)];
      const files = new Set(ahead.flatMap((file) => [...withImports(chunks, file)]));
      return [...files]
        .filter((file) => !entries.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        }));
    },
  },
});
