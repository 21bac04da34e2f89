import { createHash, createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Calls, calls } from './calls.ts';

export type { Calls } from './calls.ts';

/** Who calls, and where. */
export interface ClientOptions {
  /** By which browsers reach the console, without a trailing slash: every signature is for this one installation. */
  readonly origin: string;
  /** Where the server is reached, if that is another address than `origin`. */
  readonly url?: string;
  /** Of the API client: `p-` and sixteen hexadecimal digits. */
  readonly appId: string;
  /** Its Ed25519 key, as PEM (PKCS #8). */
  readonly key: string;
  /** In milliseconds; a call that is not answered by then ends with `TimeoutError`, and what became of it is not known. */
  readonly timeoutMs?: number;
}

/** What is left of an API client's calls, as the last reply told it. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The server's answer is a refusal: `code` is one of those in the Open API's page, `data` what belongs to it. */
export class HoldfastError extends Error {
  readonly code: number;
  readonly data: unknown;
  /** By what the server's log knows the call. */
  readonly requestId: string;
  /** Seconds after which the same may be asked again; missing where that is not the reason. */
  readonly retryAfter: number | undefined;

  constructor(code: number, message: string, data: unknown, requestId: string, retryAfter: number | undefined) {
    super(message);
    this.name = 'HoldfastError';
    this.code = code;
    this.data = data;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

type CallName = keyof Calls & string;

export interface Client {
  /**
   * One call of the Open API. Nothing is ever sent twice: who gets no answer to a write asks again with the same `request_id`.
   * @throws HoldfastError for a refusal, and what `fetch` throws where no answer came
   */
  call<N extends CallName>(name: N, input: Calls[N]['input']): Promise<Calls[N]['output']>;
  /** Every row of a list that goes on by `max_id`, oldest first, from behind `maxId` on. */
  rows<N extends ListName>(
    name: N,
    input?: Omit<Calls[N]['input'], 'max_id'>,
    maxId?: number,
  ): AsyncGenerator<RowOf<N>>;
  /** Undefined before the first call. */
  readonly rateLimit: RateLimit | undefined;
}
/** Calls whose answers are `{ list, max_id, more }`. */
export type ListName = {
  [N in CallName]: Calls[N]['output'] extends { list: readonly unknown[]; max_id: number; more: unknown } ? N : never;
}[CallName];
export type RowOf<N extends ListName> = Calls[N]['output'] extends { list: readonly (infer R)[] } ? R : never;

interface Reply {
  readonly code: number | string;
  readonly msg: string;
  readonly data: unknown;
}

/** Fields that hold lists or objects travel as JSON text. */
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function formOf(input: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && value !== null) form.set(name, textOf(value));
  return form;
}

/** RFC 9421 in the one shape that the server takes (docs/decisions/0011). */
function signedHeaders(appId: string, key: KeyObject, method: string, uri: string, body: string | undefined) {
  const digest = body === undefined ? undefined : `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const covered = digest === undefined ? '("@method" "@target-uri")' : '("@method" "@target-uri" "content-digest")';
  const [created, nonce] = [Math.floor(Date.now() / 1_000), randomBytes(16).toString('base64url')];
  const params = `${covered};created=${created};nonce="${nonce}";keyid="${appId}";alg="ed25519";tag="holdfast"`;
  const base = [
    `"@method": ${method}`,
    `"@target-uri": ${uri}`,
    ...(digest === undefined ? [] : [`"content-digest": ${digest}`]),
    `"@signature-params": ${params}`,
  ].join('\n');
  const signature = sign(null, Buffer.from(base, 'utf8'), key).toString('base64');
  return {
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${signature}:`,
    ...(digest === undefined ? {} : { 'content-digest': digest }),
  };
}

const numberIn = (headers: Headers, name: string): number | undefined => {
  const text = headers.get(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

/** @throws TypeError for a key that is not Ed25519 */
export function createClient({ origin, url = origin, appId, key, timeoutMs = 30_000 }: ClientOptions): Client {
  const secret = createPrivateKey(key);
  if (secret.asymmetricKeyType !== 'ed25519') throw new TypeError('the key has to be Ed25519');
  let rateLimit: RateLimit | undefined;
  const note = ({ headers }: Response): void => {
    const [limit, remaining, resetSeconds] = ['limit', 'remaining', 'reset'].map((end) =>
      numberIn(headers, `ratelimit-${end}`),
    );
    if (limit !== undefined && remaining !== undefined && resetSeconds !== undefined)
      rateLimit = { limit, remaining, resetSeconds };
  };
  const call = async <N extends CallName>(name: N, input: Calls[N]['input']): Promise<Calls[N]['output']> => {
    const { method, path } = calls[name];
    const form = formOf(input);
    const target = method === 'GET' && form.size > 0 ? `${path}?${form}` : path;
    const body = method === 'POST' ? form.toString() : undefined;
    const response = await fetch(`${url}${target}`, {
      method,
      headers: {
        ...signedHeaders(appId, secret, method, `${origin}${target}`, body),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    note(response);
    const reply = (await response.json()) as Reply;
    const code = Number(reply.code);
    if (code !== 0) {
      const requestId = response.headers.get('x-request-id') ?? '';
      throw new HoldfastError(code, reply.msg, reply.data, requestId, numberIn(response.headers, 'retry-after'));
    }
    return reply.data as Calls[N]['output'];
  };
  async function* rows<N extends ListName>(name: N, input?: Omit<Calls[N]['input'], 'max_id'>, maxId = 0) {
    for (let after = maxId; ; ) {
      const page = (await call(name, { ...input, max_id: after } as unknown as Calls[N]['input'])) as unknown as {
        readonly list: readonly RowOf<N>[];
        readonly max_id: number;
        readonly more: 0 | 1;
      };
      yield* page.list;
      if (page.more === 0) return;
      after = page.max_id;
    }
  }
  return {
    call,
    rows,
    get rateLimit() {
      return rateLimit;
    },
  };
}
