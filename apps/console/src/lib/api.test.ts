// @vitest-environment jsdom
import { errorEntry, errorNames, errors } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, serve } from '../../test/server.ts';
import { api, effects, handleError, isRefusal, NetworkError, requestIdOf } from './api.ts';
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

async function refused(code: number, quiet = false): Promise<void> {
  reply({ code, msg: `text ${code}`, data: null });
  handleError(await failure(api.sandbox.status({})), quiet);
}
const toasts = () => useToasts.getState().toasts;

describe('refusals', () => {
  it('show the server’s text with its code', async () => {
    await refused(110078);
    expect(toasts()).toMatchObject([{ tone: 'error', text: 'text 110078', code: '110078' }]);
  });

  it('of the 17 silent codes show nothing', async () => {
    const silent = errorNames.filter((name) => errorEntry(name).silent);
    expect(silent).toHaveLength(17);
    for (const name of silent) await refused(errors[name].code);
    expect(toasts()).toEqual([]);
  });

  it('110909 logs out and shows nothing', async () => {
    const logout = vi.spyOn(effects, 'logout').mockReturnValue();
    await refused(110909);
    expect(logout).toHaveBeenCalledOnce();
    expect(toasts()).toEqual([]);
  });

  it.each([200005, 200004, 100016])('%i clears the selection', async (code) => {
    const clear = vi.spyOn(effects, 'clearSelection').mockReturnValue();
    await refused(code);
    expect(clear).toHaveBeenCalledOnce();
    expect(toasts()).toHaveLength(1);
  });

  it('200125 refreshes the selection', async () => {
    const refresh = vi.spyOn(effects, 'refreshSelection').mockReturnValue();
    await refused(200125);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('do what they ask for even where the page shows them itself', async () => {
    const logout = vi.spyOn(effects, 'logout').mockReturnValue();
    await refused(110909, true);
    await refused(110078, true);
    expect(logout).toHaveBeenCalledOnce();
    expect(toasts()).toEqual([]);
  });

  it('of a call that nobody waits for are nobody’s business', () => {
    handleError(new NetworkError('aborted'));
    expect(toasts()).toEqual([]);
  });

  it('are not shown twice at a time', async () => {
    await refused(110078);
    await refused(110078);
    expect(toasts()).toHaveLength(1);
  });
});
