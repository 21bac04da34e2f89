import {
  type Area,
  type Client,
  client,
  contract,
  headerNames,
  type Language,
  type Request,
  type Send,
} from '@holdfast/contract';

export interface Caller {
  /** Session token; none calls as nobody. */
  readonly token?: string | undefined;
  readonly language?: Language;
  readonly agent?: string;
}
export type Api = { readonly [K in keyof typeof contract]: Client<(typeof contract)[K]> };

const headersOf = ({ token, language = 'en_US', agent = 'testkit' }: Caller): Record<string, string> => ({
  [headerNames.language]: language,
  [headerNames.client]: 'web',
  [headerNames.timeZone]: 'UTC',
  'user-agent': agent,
  ...(token === undefined ? {} : { [headerNames.token]: token }),
});

/** One request as the contract's client makes it, over real HTTP, as form data. */
export async function sendTo(url: string, caller: Caller, request: Request): Promise<unknown> {
  const { method, path, form, timeoutMs } = request;
  const target = method === 'GET' && form.size > 0 ? `${url}${path}?${form}` : `${url}${path}`;
  const response = await fetch(target, {
    method,
    headers: headersOf(caller),
    ...(method === 'POST' ? { body: form } : {}),
    signal: AbortSignal.timeout(Math.max(timeoutMs, 30_000)),
  });
  return response.json();
}

/** The typed client of every area over some way to send. */
export function apiOver(send: Send): Api {
  const entries = Object.entries(contract).map(([name, area]) => [name, client(area as Area, send)]);
  return Object.fromEntries(entries) as Api;
}
/** The same against a server, as somebody with a session. */
export const apiOf = (url: string, caller: Caller = {}): Api => apiOver((request) => sendTo(url, caller, request));

/** A plain request where the typed client would not let the test send what it wants to send. */
export async function raw(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
    ...caller
  }: Caller & { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{
  status: number;
  headers: Headers;
  text: string;
  json: () => { code: number; msg: string; data: unknown };
}> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headersOf(caller), ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}
