import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface StaticSite {
  readonly origin: string;
  stop(): Promise<void>;
}

async function serve(listener: RequestListener): Promise<StaticSite> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Serves a folder of built files on a free port of this machine. */
export const serveFolder = (folder: string): Promise<StaticSite> =>
  serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(folder, path.normalize(decodeURIComponent(pathname)));
    readFile(file).then(
      (content) =>
        response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream').end(content),
      () => response.writeHead(404).end(),
    );
  });

const plainPage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Text</title></head><body><h1>Text</h1><p>Nothing else.</p></body></html>';

/** A page of text and nothing else, at every address: what a measure of it lacks, the machine lacks. */
export const servePlainPage = (): Promise<StaticSite> =>
  serve((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(plainPage));
