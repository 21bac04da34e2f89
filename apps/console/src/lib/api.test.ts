// @vitest-environment jsdom
import { errorEntry, errorNames, errors } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, serve } from '../../test/server.ts';
import { api, effects, handleError, isRefusal, NetworkError, requestIdOf, send } from './api.ts';
import { lateAt, useLive } from './live.ts';
import { useSession } from './session.ts';
import { useToasts } from './toasts.ts';

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => error,
  );
const chains = { data: { enabled: true, chains: [] } };

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  useSession.getState().signOut();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('every request', () => {
  it('carries the headers of the spec', async () => {
    useSession.getState().signIn('token-1');
    const [request] = await serveAndAsk();
    expect(request?.headers.get('openToken')).toBe('token-1');
    expect(request?.headers.get('Language')).toBe('en_US');
    expect(request?.headers.get('clientType')).toBe('web');
    expect(request?.headers.get('timezone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('sends writes as a form and leaves out what is not given', async () => {
    const seen = serve({ 'sandbox.fund': () => ({ data: { txid: '0xab' } }) });
    await api.sandbox.fund({ symbol: 'ETH', amount: '1.5' });
    expect(seen[0]?.method).toBe('POST');
    expect(String(seen[0]?.form)).toBe('symbol=ETH&amount=1.5');
  });

  it('waits 10 s, or as long as the endpoint says', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    serve({ 'sandbox.status': () => chains, 'transaction.rescan': () => ({ data: { blocks: 1, found: 0 } }) });
    await api.sandbox.status({});
    await api.transaction.rescan({ chain_id: 'evm:31337' });
    expect(timeout.mock.calls).toEqual([[10_000], [60_000]]);
  });

  it('is spoken of while it waits for more than two fifths of its time', async () => {
    vi.useFakeTimers();
    const answers = Array.from({ length: 2 }, () => Promise.withResolvers<Response>());
    vi.stubGlobal('fetch', async (path: string) => answers[Number(path)]?.promise);
    const form = new URLSearchParams();
    const calls = [10_000, 60_000].map((timeoutMs, at) =>
      send({ method: 'GET', path: `${at}`, form, timeoutMs, signal: undefined }, {}),
    );
    const slowAfter = async (ms: number): Promise<boolean> => {
      await vi.advanceTimersByTimeAsync(ms);
      return [...lateAt.values()].some((late) => Date.now() > late);
    };
    expect([await slowAfter(3_900), await slowAfter(200)]).toEqual([false, true]);
    answers[0]?.resolve(Response.json({}));
    expect([await slowAfter(19_800), await slowAfter(200)]).toEqual([false, true]);
    answers[1]?.resolve(Response.json({}));
    await Promise.all(calls);
    expect(await slowAfter(60_000)).toBe(false);
    vi.useRealTimers();
  });

  it('without a url or a method raises an error, and nothing is sent', async () => {
    const sent = vi.fn();
    vi.stubGlobal('fetch', sent);
    const form = new URLSearchParams();
    for (const broken of [{ path: '' }, { path: undefined }, { method: '' }, { method: undefined }]) {
      const request = { method: 'GET', path: '/api/x', form, timeoutMs: 10, signal: undefined, ...broken };
      await expect(send(request as never, {})).rejects.toThrow('a request needs a url and a method');
    }
    expect(sent).not.toHaveBeenCalled();
  });

  it('ends after its time with what is known: nothing', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => signal?.throwIfAborted());
    expect(await failure(api.sandbox.status({}))).toMatchObject({ kind: 'timeout' });
  });

  it('takes code "0" as success', async () => {
    reply({ code: '0', msg: '', data: { enabled: 1, chains: [] } });
    expect(await api.sandbox.status({})).toEqual({ enabled: true, chains: [] });
  });
});

async function serveAndAsk() {
  const seen = serve({ 'sandbox.status': () => chains });
  await api.sandbox.status({});
  return seen;
}

describe('what comes back', () => {
  it('is a refusal with its code and request id', async () => {
    reply({ code: 110078, msg: 'Below the minimum', data: null });
    const error = await failure(api.sandbox.status({}));
    expect(isRefusal(error) && error.code).toBe(110078);
    expect(requestIdOf(error)).toBe('req-7');
  });

  it('is never half used when it breaks the contract; the request id is logged', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    reply({ code: 0, msg: '', data: { enabled: 1 } });
    const error = await failure(api.sandbox.status({}));
    expect(error).toHaveProperty('name', 'ZodError');
    expect(log).toHaveBeenCalledWith('sandbox.status', 'req-7', error);
  });

  it('is an http error when something in between answers', async () => {
    reply('<html>', { 'content-type': 'text/html' });
    expect(await failure(api.sandbox.status({}))).toMatchObject({ kind: 'http' });
  });

  it('is offline when nothing answers, aborted when nobody waits', async () => {
    serve({});
    expect(await failure(api.sandbox.status({}))).toMatchObject({ kind: 'offline' });
    expect(await failure(api.sandbox.status({}, { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'aborted' });
  });
});

/** The error catalogue, code by code (spec §8): what each does, and whether a toast is shown. */
interface Entry {
  readonly code: number;
  readonly meaning: string;
  readonly toast: boolean;
  readonly effect?: keyof typeof effects;
}
const entry = (code: number, meaning: string, toast: boolean, effect?: keyof typeof effects): Entry => ({
  code,
  meaning,
  toast,
  ...(effect ? { effect } : {}),
});
const catalogue: readonly Entry[] = [
  entry(200137, 'duplicate address', false),
  entry(200139, 'address in approval flow', false),
  entry(200109, 'BTC acceleration error', false),
  entry(200143, 'strategy personnel error', false),
  entry(200145, 'strategy rejected', false),
  entry(200163, 'Tron no data', false),
  entry(200164, 'Tron insufficient fee', false),
  entry(200166, 'Tron duplicate request', false),
  entry(100181, 'duplicate coin application', false),
  entry(100180, 'coin already exists', false),
  entry(200170, 'KYT duplicate request', false),
  entry(100023, 'duplicate KYT review', false),
  entry(200140, 'whitelist deletion', false),
  entry(200192, 'authorize get data error', false),
  entry(200191, 'swap authorize processing', false),
  entry(200195, 'batch transfer approve error', false),
  entry(110005, 'amount error', false),
  entry(110909, 'logs out', false, 'logout'),
  entry(200005, 'clears the selection', true, 'clearSelection'),
  entry(200004, 'clears the selection', true, 'clearSelection'),
  entry(100016, 'clears the selection', true, 'clearSelection'),
  entry(200125, 'refreshes the selection', true, 'refreshSelection'),
];

async function refused(code: number | string, quiet = false): Promise<void> {
  reply({ code, msg: `text ${code}`, data: null });
  handleError(await failure(api.sandbox.status({})), quiet);
}
const toasts = () => useToasts.getState().toasts;
const watched = () => ({
  logout: vi.spyOn(effects, 'logout').mockReturnValue(),
  clearSelection: vi.spyOn(effects, 'clearSelection').mockReturnValue(),
  refreshSelection: vi.spyOn(effects, 'refreshSelection').mockReturnValue(),
});
const called = (spies: ReturnType<typeof watched>): string[] =>
  Object.entries(spies).flatMap(([name, spy]) => spy.mock.calls.map(() => name));

describe('a refusal', () => {
  it.each(catalogue)('$code, $meaning', async ({ code, toast, effect }) => {
    const spies = watched();
    await refused(code);
    expect(toasts()).toMatchObject(toast ? [{ tone: 'error', text: `text ${code}`, code: String(code) }] : []);
    expect(called(spies)).toEqual(effect ? [effect] : []);
  });

  it('of any other code, known or not, shows the server’s text with its code and does nothing else', async () => {
    const special = new Set(catalogue.map(({ code }) => code));
    const others = errorNames.map((name) => errors[name].code).filter((code) => !special.has(code));
    expect(others.length).toBeGreaterThan(50);
    for (const code of [...others, 999_999, 1, -7]) {
      useToasts.setState({ toasts: [] });
      const spies = watched();
      await refused(code);
      expect([code, toasts().map(({ text }) => text), called(spies)]).toEqual([code, [`text ${code}`], []]);
    }
  });

  it('has no special treatment but that of the catalogue', () => {
    const special = errorNames.filter((name) => errorEntry(name).silent || errorEntry(name).effect);
    expect(special.map((name) => errors[name].code).sort()).toEqual(catalogue.map(({ code }) => code).sort());
  });

  it('does what it asks for even where the page shows it itself', async () => {
    const spies = watched();
    for (const code of [110909, 200005, 200125, 110078]) await refused(code, true);
    expect(called(spies)).toEqual(['logout', 'clearSelection', 'refreshSelection']);
    expect(toasts()).toEqual([]);
  });

  it('with its code as text is the same refusal', async () => {
    const spies = watched();
    await refused('200004');
    expect(called(spies)).toEqual(['clearSelection']);
  });

  it('is not shown twice at a time', async () => {
    await refused(110078);
    await refused(110078);
    expect(toasts()).toHaveLength(1);
  });

  it('is passed on to its caller as it is, silent or not', async () => {
    for (const { code } of catalogue) {
      reply({ code, msg: 'text', data: { list: [1] } });
      expect(await failure(api.sandbox.status({}))).toMatchObject({ code, message: 'text', data: { list: [1] } });
    }
  });
});

describe('a call without an answer', () => {
  it.each(['timeout', 'offline', 'http'] as const)('%s is passed on and shown once', (kind) => {
    handleError(new NetworkError(kind));
    handleError(new NetworkError(kind));
    expect(toasts()).toMatchObject([{ tone: 'error', text: `network.${kind}` }]);
  });

  it('that nobody waits for is nobody’s business', () => {
    handleError(new NetworkError('aborted'));
    expect(toasts()).toEqual([]);
  });

  it('is noted for the shell, and so is the next answer', async () => {
    serve({});
    await failure(api.sandbox.status({}));
    expect(useLive.getState().failedAt).toBeGreaterThan(0);
    await serveAndAsk();
    const { answeredAt, failedAt } = useLive.getState();
    expect(answeredAt).toBeGreaterThanOrEqual(failedAt);
  });
});

it('an answer outside its schema is said to be one, not shown half', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  reply({ code: 0, msg: '', data: { enabled: 1 } });
  handleError(await failure(api.sandbox.status({})));
  expect(toasts()).toMatchObject([{ tone: 'error', text: 'network.contract' }]);
});
