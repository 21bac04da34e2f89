import {
  callText,
  encodeArguments,
  type Intent,
  methodOf,
  type PolicyDocument,
  parseIntent,
  parsePolicy,
  policyText,
  rulingOn,
  unconditional,
  type Value,
} from '@holdfast/policy';
import { testChains } from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fund } from '../ledger/test/books.ts';
import { type BareOrders, startBareOn } from '../test/bare.ts';
import { gatherFacts } from './facts.ts';

/** How many NFTs the calls of a window send, as the server sums them for a rule: by reading the calls that are in it. */

const chain = testChains.find(({ id }) => id === 'evm:31337');
const collection = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0';
const other = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const payee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

let bare: BareOrders;
beforeAll(async () => {
  if (!chain) throw new Error('a chain');
  // Nobody is asked there.
  bare = await startBareOn({ ...chain, rpcUrl: 'http://127.0.0.1:1' });
  await fund(bare.database.db, bare.books, bare.subWallet, 'ETH', 10n ** 18n);
});
afterAll(() => bare?.close());

const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  return `${method?.selector}${Buffer.from(encodeArguments(method?.inputs ?? [], values)).toString('hex')}`;
};
const sending = (amount: bigint): string =>
  dataOf(
    'safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)',
    ...[bare.account, payee, 7n, amount, '0x'],
  );
const place = (address: string) => ({ address, amount: 0n, memo: '', entry: '', path: '' });
const call = (amount: bigint, contract = collection) =>
  bare.order(0n, { kind: 'call', call: callText(sending(amount), []), outputs: [place(contract), place(payee)] });
const intentOf = async (id: Awaited<ReturnType<typeof call>>): Promise<Intent> => {
  const { intent } = await bare.database.db
    .selectFrom('orders')
    .select('intent')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return parseIntent(intent);
};

type Scope = 'wallet' | 'workspace' | 'member';
/** No more than three NFTs of the collection within a day. */
function atMostThree(scope: Scope): PolicyDocument {
  const nfts = { collections: [{ chain: 'evm:31337', contract: collection }], over: '3', upTo: '', hours: '24', scope };
  const rule = { id: 'n1', name: 'NFTs', enabled: 'on', type: 'web3', action: 'refuse', signProtection: 'on' } as const;
  return parsePolicy(
    policyText({ ...bare.document, v: '4', senior: [{ ...rule, nodes: [], when: { ...unconditional, nfts } }] }),
  );
}
/** Would the server take one that sends so many now? */
async function refusesOne(of: Intent, scope: Scope = 'wallet'): Promise<boolean> {
  const document = atMostThree(scope);
  const quotes = { quotes: [], risen_quotes: [] };
  const facts = await gatherFacts(bare.deps(), { document, graceRules: [] }, of, quotes);
  const ruling = rulingOn(document, of, facts, {});
  return ruling?.action === 'refuse' && ruling.rule.id === 'n1';
}
/** One that is asked about, and is in no window itself. */
const next = async (amount: bigint, change: Partial<Intent> = {}): Promise<Intent> => {
  const [first] = await bare.database.db.selectFrom('orders').select('id').orderBy('id').execute();
  if (!first) throw new Error('an order');
  const made = await intentOf(first.id);
  return { ...made, id: '00000000-0000-4000-8000-000000000000', call: sending(amount), ...change };
};

it('counts what calls of the day send of the collection, and nothing of others', async () => {
  const id = await call(2n);
  await call(9n, other);
  expect(await refusesOne(await next(1n))).toBe(false);
  expect(await refusesOne(await next(2n))).toBe(true);
  // The one that is asked about does not count twice.
  expect(await refusesOne(await intentOf(id))).toBe(false);
});

it('counts by wallet, by who asks, or all of the workspace', async () => {
  const elsewhere = await next(2n, { wallet: '999' });
  expect([await refusesOne(elsewhere, 'wallet'), await refusesOne(elsewhere, 'workspace')]).toEqual([false, true]);
  const another = await next(2n, { initiator: 'somebody-else' });
  expect([await refusesOne(another, 'member'), await refusesOne(another, 'wallet')]).toEqual([false, true]);
});

it('counts what was dropped as if it were made, what ended otherwise not, and nothing of the day before', async () => {
  const { pool } = bare.database;
  const ended = async (sub: string) => {
    const id = await call(2n);
    expect(await refusesOne(await next(1n))).toBe(true);
    for (const status of [1100, 1200])
      await pool.query("update orders set status = $2, raw = '00', txid = 'x' || id where id = $1", [id, status]);
    await pool.query('update orders set status = 2300, sub_status = $2 where id = $1', [id, sub]);
    return refusesOne(await next(1n));
  };
  expect(await ended('replaced')).toBe(false);
  expect(await ended('dropped')).toBe(true);
  await pool.query('alter table orders disable trigger user');
  await pool.query("update orders set created_at = created_at - interval '25 hours'");
  await pool.query('alter table orders enable trigger user');
  expect(await refusesOne(await next(3n))).toBe(false);
  expect(await refusesOne(await next(4n))).toBe(true);
});
