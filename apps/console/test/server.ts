import { type Area, contract } from '@holdfast/contract';
import { vi } from 'vitest';
import { z } from 'zod';
// Calls go through the endpoints that the areas bring, as in the console.
import '../src/app/areas.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly headers: Headers;
}
/** The data of an answer (encoded by the contract), a refusal, or nothing at all: the connection breaks. */
type Answer =
  | { readonly data: unknown }
  | { readonly code: number; readonly msg: string; readonly data?: unknown }
  | 'broken';

const json = (body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-7', ...headers },
  });

const endpoints = Object.entries(contract as Readonly<Record<string, Area>>).flatMap(([area, list]) =>
  Object.entries(list).map(([name, endpoint]) => ({ key: `${area}.${name}`, endpoint })),
);

/** Takes the network's place: answers by endpoint name, in contract encoding. Returns what was asked, in order. */
export function serve(answers: Readonly<Record<string, (form: URLSearchParams) => Answer>>): SeenRequest[] {
  const seen: SeenRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const method = init.method ?? 'GET';
    const form = init.body instanceof URLSearchParams ? init.body : searchParams;
    seen.push({ method, path: pathname, form, headers: new Headers(init.headers) });
    const found = endpoints.find(({ endpoint }) => endpoint.path === pathname && endpoint.method === method);
    const answer = found && answers[found.key]?.(form);
    if (!found || !answer || answer === 'broken') throw new TypeError('network');
    if ('code' in answer) return json({ data: null, ...answer });
    const data = z.safeEncode(found.endpoint.output as z.ZodType, answer.data);
    // The console would take it for a broken connection.
    if (!data.success)
      console.error(`${found.key} is answered with what it never says:\n${z.prettifyError(data.error)}`);
    if (!data.success) throw data.error;
    return json({ code: 0, msg: '', data: data.data });
  });
  return seen;
}

/** One fixed reply, whatever is asked. */
export function reply(body: unknown, headers?: Record<string, string>): void {
  vi.stubGlobal('fetch', async () => json(body, headers));
}
