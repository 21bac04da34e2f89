import { ApiError, client, contract, errorEntry, headerNames, type Request } from '@holdfast/contract';
import { wireLanguage } from './i18n.ts';
import { useSession } from './session.ts';
import { showError } from './toasts.ts';

/** No answer from the server: nothing is known about what became of the request. */
export class NetworkError extends Error {
  readonly kind: 'timeout' | 'offline' | 'aborted' | 'http';

  constructor(kind: NetworkError['kind'], cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/** What refusals do beside being shown (spec §8); the router adds its part at start. */
export const effects = {
  clearSelection: (): void => useSession.getState().clearSelection(),
  refreshSelection: (): void => undefined,
  logout: (): void => undefined,
};

export function requestHeaders(): Record<string, string> {
  const { token } = useSession.getState();
  return {
    [headerNames.language]: wireLanguage(),
    [headerNames.client]: 'web',
    [headerNames.timeZone]: Intl.DateTimeFormat().resolvedOptions().timeZone,
    [headerNames.token]: token,
  };
}

async function send({ method, path, form, timeoutMs, signal }: Request): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const query = method === 'GET' && form.size > 0 ? `?${form}` : '';
  let response: Response;
  try {
    response = await fetch(`${path}${query}`, {
      method,
      headers: requestHeaders(),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(method === 'POST' ? { body: form } : {}),
    });
    return await response.json();
  } catch (error) {
    throw new NetworkError(timeout.aborted ? 'timeout' : signal?.aborted ? 'aborted' : 'offline', error);
  }
}

export const api = {
  setup: client(contract.setup, send),
  session: client(contract.session, send),
  user: client(contract.user, send),
  wallet: client(contract.wallet, send),
  deposit: client(contract.deposit, send),
  withdraw: client(contract.withdraw, send),
  transaction: client(contract.transaction, send),
  todo: client(contract.todo, send),
  qrc: client(contract.qrc, send),
  sandbox: client(contract.sandbox, send),
};
export type Api = typeof api;

/** Carries out what a refusal asks for, and shows it unless it is one that its caller handles. Called once, after any retries. */
export function handleError(error: unknown): void {
  if (error instanceof NetworkError && error.kind === 'aborted') return;
  if (error instanceof ApiError && error.refusal) {
    const entry = errorEntry(error.refusal);
    if (entry.effect) effects[entry.effect]();
    if (entry.silent || entry.effect === 'logout') return;
  }
  showError(error);
}
