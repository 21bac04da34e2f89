import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Signer, SignerRefusal, SignerUnreachable } from '../signers/client.ts';
import { type Bare, startBare } from '../test/bare.ts';
import { showToSigners } from './show.ts';

let bare: Bare;
beforeAll(async () => {
  bare = await startBare(10);
});
afterAll(() => bare?.close());

type Shown = { readonly intent: string; readonly quotes?: unknown };
/** What a signer was asked, message by message; whether it takes many at once, and what it says of each. */
interface Told {
  readonly signer: Signer;
  readonly messages: string[];
}
function telling(takesMany: boolean, say: (one: Shown) => object | Error = () => ({})): Told {
  const messages: string[] = [];
  const call = async (method: string, params: Shown & { announcements?: Shown[] }): Promise<object> => {
    const all = params.announcements ?? [params];
    messages.push(`${method} ${all.map(({ intent }) => intent).join()}`);
    // A turn of the loop, so that others come meanwhile.
    await new Promise((done) => setTimeout(done, 20));
    if (method === 'announce') {
      const said = say(params);
      if (said instanceof Error) throw said;
      return said;
    }
    if (!takesMany) throw new SignerRefusal('1', 'badRequest', 'no such method');
    const gone = all.map(say).find((one) => one instanceof SignerUnreachable);
    if (gone) throw gone;
    const answerOf = (said: object | SignerRefusal) =>
      said instanceof SignerRefusal ? { error: { code: said.code, message: said.message } } : said;
    return { answers: all.map((one) => answerOf(say(one))) };
  };
  return { signer: { ...bare.deps().signers[0], call } as Signer, messages };
}

const order = (intent: string, change: object = {}) =>
  ({ ...bareOrder, ...change, intent }) as unknown as Parameters<typeof showToSigners>[1];
const bareOrder = { payment_intent: null, remark: '', quotes: [], risen_quotes: [], sub_wallet_id: 1, chain: 'none' };
const show = async ({ signer }: Told, ...orders: ReturnType<typeof order>[]): Promise<string[]> => {
  const deps = { ...bare.deps(), signers: [signer] };
  const failed = await Promise.all(orders.map((one) => showToSigners(deps, one)));
  return failed.map((one) => {
    const error = one.get(signer.name);
    return error instanceof SignerRefusal ? error.code : error instanceof Error ? error.name : 'shown';
  });
};
const named = (count: number) => Array.from({ length: count }, (_, n) => order(String(n)));

it('what is to be shown while a message is under way goes with one message, in its order', async () => {
  const told = telling(true);
  const first = show(told, order('first'));
  await expect.poll(() => told.messages.length).toBe(1);
  expect(await show(told, ...named(3))).toEqual(['shown', 'shown', 'shown']);
  await first;
  expect(told.messages).toEqual(['announce first', 'announceAll 0,1,2']);
});

it('what one is refused for is its own', async () => {
  const refused = new SignerRefusal('1', 'expired', 'too late');
  const told = telling(true, ({ intent }) => (intent === '1' ? refused : {}));
  expect(await show(told, ...named(3))).toEqual(['shown', 'expired', 'shown']);
});

it('prices that rose are shown after those of its first sight, and a refusal of either counts', async () => {
  const told = telling(true, ({ quotes }) => (quotes ? new SignerRefusal('1', 'tooMany', '') : {}));
  expect(await show(told, order('risen', { risen_quotes: [{}] }), order('still'))).toEqual(['tooMany', 'shown']);
  expect(told.messages).toEqual(['announceAll risen,risen,still']);
});

it('a signer of an earlier release is told one by one', async () => {
  const refused = new SignerRefusal('1', 'expired', 'too late');
  const told = telling(false, ({ intent }) => (intent === '0' ? refused : {}));
  expect(await show(told, ...named(2))).toEqual(['expired', 'shown']);
  expect(told.messages).toEqual(['announceAll 0,1', 'announce 0', 'announce 1']);
});

it('no message has more than a signer takes', async () => {
  const told = telling(true);
  expect(new Set(await show(told, ...named(40)))).toEqual(new Set(['shown']));
  expect(told.messages.map((one) => one.split(',').length)).toEqual([32, 8]);
  const large = telling(true);
  await show(large, ...[1, 2, 3].map((n) => order(String(n), { remark: 'x'.repeat(2_000_000) })));
  expect(large.messages).toEqual(['announceAll 1,2', 'announce 3']);
});

it('without an answer none of them was shown, and it is left alone for a moment', async () => {
  const told = telling(true, () => new SignerUnreachable('1', new Error('gone')));
  expect(await show(told, ...named(2))).toEqual(['SignerUnreachable', 'SignerUnreachable']);
  expect(await show(told, order('next'))).toEqual(['SignerUnreachable']);
  expect(told.messages).toEqual(['announceAll 0,1']);
});
