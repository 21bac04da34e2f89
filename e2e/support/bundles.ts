import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Sizes of a built page by Vite's manifest. Gzip level 9, KiB of 1024 bytes. */
export interface Bundles {
  /** Every script that is loaded with these modules, each once, without what `loaded` has brought already. */
  scripts(modules: readonly string[], loaded?: readonly string[]): number;
  /** The largest script that is not part of the entry, and its name. */
  largestLazy(entry: string): { readonly file: string; readonly size: number };
  styles(): number;
  /** Fonts as they are: they are compressed already. kB of 1000 bytes. */
  largestFont(): number;
}

const kibi = 1024;

export function bundlesOf(dist: string): Bundles {
  const manifest = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const assets = readdirSync(path.join(dist, 'assets'));
  const read = (file: string): Buffer => readFileSync(path.join(dist, file));
  const gzipped = (file: string): number => gzipSync(read(file), { level: 9 }).length / kibi;
  const closure = (modules: readonly string[]): Set<string> => {
    const files = new Set<string>();
    const visit = (name: string): void => {
      const chunk = manifest[name];
      if (!chunk) throw new Error(`the build has no ${name}`);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      chunk.imports?.forEach(visit);
    };
    modules.forEach(visit);
    return files;
  };
  const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + gzipped(file), 0);
  return {
    scripts: (modules, loaded = []) => {
      const before = closure(loaded);
      return sum([...closure(modules)].filter((file) => !before.has(file)));
    },
    largestLazy: (entry) => {
      const early = closure([entry]);
      const lazy = assets.map((file) => `assets/${file}`).filter((file) => file.endsWith('.js') && !early.has(file));
      const sized = lazy.map((file) => ({ file, size: gzipped(file) })).sort((a, b) => b.size - a.size);
      return sized[0] ?? { file: '', size: 0 };
    },
    styles: () => sum(assets.filter((file) => file.endsWith('.css')).map((file) => `assets/${file}`)),
    largestFont: () =>
      Math.max(0, ...assets.filter((file) => /\.woff2?$/.test(file)).map((file) => read(`assets/${file}`).length)) /
      1000,
  };
}
