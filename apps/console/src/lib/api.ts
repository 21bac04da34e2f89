import './zod.ts';
import { type ApiError, type CallOptions, headerNames, type Request } from '@holdfast/contract';
import type { Api } from './contract-client.ts';
import { wireLanguage } from './i18n.ts';
import { lateAt, useLive } from './live.ts';
import { shownTimeZone } from './preferences.ts';
import { overOf, useSession } from './session.ts';
import { showError } from './toasts.ts';

/** No answer from the server: nothing is known about what became of the request. */
export class NetworkError extends Error {
  readonly kind: 'timeout' | 'offline' | 'aborted' | 'http';

  constructor(kind: NetworkError['kind'], cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/** @param over why, where somebody is logged out who did not ask for it */
type Effect = (over?: string) => void;
/** What refusals do beside being shown (spec §8); the router adds its part at start. */
export const effects: Record<'clearSelection' | 'refreshSelection' | 'logout', Effect> = {
  clearSelection: () => useSession.getState().clearSelection(),
  refreshSelection: () => undefined,
  logout: () => undefined,
};

export function requestHeaders(): Record<string, string> {
  const { token } = useSession.getState();
  return {
    [headerNames.language]: wireLanguage(),
    [headerNames.client]: 'web',
    [headerNames.timeZone]: shownTimeZone(),
    [headerNames.token]: token,
  };
}

/** What is learnt about one call beside its answer. */
interface Seen {
  requestId?: string;
}

/** An answer that takes longer than this part of its time limit is spoken of: four seconds, but for what is known to take long. */
const latePart = 0.4;

/** Carries one request over the network. @throws TypeError without a url or a method; NetworkError without an answer */
export async function send({ method, path, form, timeoutMs, signal }: Request, seen: Seen): Promise<unknown> {
  if (!path || !method) throw new TypeError('a request needs a url and a method');
  const timeout = AbortSignal.timeout(timeoutMs);
  lateAt.set(timeout, Date.now() + timeoutMs * latePart);
  const query = method === 'GET' && form.size > 0 ? `?${form}` : '';
  try {
    const response = await fetch(`${path}${query}`, {
      method,
      headers: requestHeaders(),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(method === 'POST' ? { body: form } : {}),
    });
    seen.requestId = response.headers.get(headerNames.requestId) ?? '';
    const reply = await readReply(response);
    useLive.setState({ answeredAt: Date.now() });
    return reply;
  } catch (error) {
    const kind = timeout.aborted ? 'timeout' : signal?.aborted ? 'aborted' : 'offline';
    if (kind !== 'aborted') useLive.setState({ failedAt: Date.now() });
    throw error instanceof NetworkError ? error : new NetworkError(kind, error);
  } finally {
    lateAt.delete(timeout);
  }
}

/** Every answer of the API is JSON, refusals too; anything else comes from something in between. */
async function readReply(response: Response): Promise<unknown> {
  if (response.headers.get('content-type')?.includes('json')) return await response.json();
  throw new NetworkError('http', response.status);
}

/** The contract's schemas, fetched as soon as this module runs and not waited for. */
const contractClient = import('./contract-client.ts');
contractClient.catch(() => undefined);

async function call(area: string, name: string, input: object, options: CallOptions = {}): Promise<unknown> {
  const seen: Seen = {};
  try {
    const { callContract } = await contractClient;
    return await callContract(area, name, input, options, (request) => send(request, seen));
  } catch (error) {
    if (error instanceof Error && error.name === 'ZodError') console.error(`${area}.${name}`, seen.requestId, error);
    throw error instanceof Error ? Object.assign(error, seen) : error;
  }
}

const areaCalls = (area: string): object =>
  new Proxy(
    {},
    { get: (_target, name) => (input: object, options?: CallOptions) => call(area, String(name), input, options) },
  );

/** Every endpoint of the contract as a function: `api.withdraw.create({...})`. */
export const api = new Proxy({}, { get: (_target, area) => areaCalls(String(area)) }) as Api;

/** A refusal of the server, told apart without loading the contract. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

/** The server's id of the call that failed, for whoever looks into its log. */
export const requestIdOf = (error: unknown): string =>
  error instanceof Error && 'requestId' in error ? String(error.requestId) : '';

/**
 * Carries out what a refusal asks for, and shows it unless its caller does. Called once, after any retries.
 * @param quiet the caller shows it; what the refusal asks for is done all the same
 * @param retry another try, for what may be asked again
 */
export function handleError(error: unknown, quiet = false, retry?: () => void): void {
  if (error instanceof NetworkError && error.kind === 'aborted') return;
  if (isRefusal(error) && error.entry) {
    const { effect, silent } = error.entry;
    if (effect) effects[effect](overOf(error.data));
    if (silent || effect === 'logout') return;
  }
  if (!quiet) showError(error, retry);
}
