import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export interface Page {
  readonly type: string;
  readonly body: Uint8Array;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};
const maxFiles = 500;

function readFolder(folder: string, prefix: string, pages: Map<string, Page>): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    if (pages.size >= maxFiles) throw new Error(`The pages in ${folder} are too many files.`);
    const file = join(entry.parentPath, entry.name);
    const name = relative(folder, file).split(sep).join('/');
    const page = { type, body: readFileSync(file) };
    pages.set(`${prefix}${name}`, page);
    if (name === 'index.html') pages.set(prefix, page);
  }
}

/**
 * The built pages by URL path, read once at the start: what is served is what was there then, and no path of a request ever reaches the disk.
 */
export function readPages(folders: {
  readonly approver: string;
  readonly ceremony: string;
}): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>();
  readFolder(folders.approver, '/', pages);
  readFolder(folders.ceremony, '/ceremony/', pages);
  return pages;
}
