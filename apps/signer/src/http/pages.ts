import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import type { Answer } from './answer.ts';

export interface Page {
  readonly type: string;
  readonly body: Uint8Array;
  /** The same packed, where that is smaller. It is made of public files alone: what is packed tells nobody anything of what is secret. */
  readonly gzip?: Uint8Array;
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

function packed(type: string, body: Uint8Array): Page {
  const gzip = gzipSync(body, { level: constants.Z_BEST_COMPRESSION });
  return gzip.length < body.length ? { type, body, gzip } : { type, body };
}

function readFolder(folder: string, prefix: string, pages: Map<string, Page>): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    if (pages.size >= maxFiles) throw new Error(`The pages in ${folder} are too many files.`);
    const file = join(entry.parentPath, entry.name);
    const name = relative(folder, file).split(sep).join('/');
    const page = packed(type, readFileSync(file));
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

/** Does whoever asks take it packed (RFC 9110, 12.5.3)? */
const takesGzip = (accepts: string): boolean =>
  accepts.split(',').some((one) => /^\s*gzip\s*(;|$)/i.test(one) && !/;\s*q=0(\.0*)?\s*$/i.test(one));

/** Packed for whoever takes it so: over a slow line it is there in less than half the time. */
export function pageAnswer({ type, body, gzip }: Page, accepts = ''): Answer {
  const vary = { vary: 'accept-encoding' };
  return gzip !== undefined && takesGzip(accepts)
    ? { status: 200, type, body: gzip, headers: { ...vary, 'content-encoding': 'gzip' } }
    : { status: 200, type, body, headers: vary };
}
