import { RpcError } from '../../rpc/errors.ts';
import { ask, type Target, targetOf } from '../../rpc/http.ts';
import { type Fields, fieldsOf } from '../../rpc/shape.ts';

type Query = Readonly<Record<string, string | number>>;

/** The HTTP interface of toncenter (`/api/v3`), as its index and compatible nodes have it. */
export interface TonApi {
  /** @throws RpcError `nodeError` for anything but success */
  get(method: string, query: Query): Promise<Fields>;
  /** What it answered, refusals too. */
  post(method: string, body: Readonly<Record<string, unknown>>): Promise<{ ok: boolean; answer: Fields }>;
}

/** The password of this user in the URL is the key of an account with the provider. */
const keyUser = 'x-api-key';

function withKey(rpcUrl: string): Target {
  const url = new URL(rpcUrl);
  if (url.username !== keyUser) return targetOf(rpcUrl);
  const key = decodeURIComponent(url.password);
  [url.username, url.password] = ['', ''];
  const target = targetOf(url.href);
  return { ...target, headers: { ...target.headers, [keyUser]: key } };
}

const wordsOf = (answer: Fields): string => (typeof answer.error === 'string' ? answer.error.slice(0, 300) : '');

export function tonApi(rpcUrl: string): TonApi {
  const base = withKey(rpcUrl);
  const at = (method: string, query: Query = {}): Target => {
    const url = new URL(`${base.url.pathname.replace(/\/$/, '')}/api/v3/${method}`, base.url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    return { ...base, url };
  };
  return {
    get: async (method, query) => {
      const { status, answer } = await ask(at(method, query));
      const fields = fieldsOf(answer, method);
      if (status === 200) return fields;
      throw new RpcError('nodeError', `${method}: ${wordsOf(fields)}`, { code: status, message: wordsOf(fields) });
    },
    post: async (method, body) => {
      const { status, answer } = await ask(at(method), body);
      return { ok: status === 200, answer: fieldsOf(answer, method) };
    },
  };
}
