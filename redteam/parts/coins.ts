import { chainAt, ourScript } from '../../apps/server/src/chainwatch/test/hostile-blocks.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

/** A sub-wallet of many small coins: what signers admit no plan for has to be refused when it is asked for. */
const many = parts('a payment of more coins than signers take');
const removed = without('packages/chains');
type Coins = typeof import('../../packages/chains/src/bitcoin/coins.ts');
const coinsOf = (program: Program): Promise<Coins> => program.load('packages/chains/src/bitcoin/coins.ts');

const sats = 10_000n;
const { address } = ourScript();
const chain = chainAt('bitcoin', 'regtest', '');
const coins = (count: number) =>
  Array.from({ length: count }, (_, vout) => ({ txid: 'cd'.repeat(32), vout, amount: sats }));
/** How many are chosen to pay as much as this many hold, less what it costs. */
const chosen = async (program: Program, needed: number, due = 0): Promise<string[]> => {
  const { selectCoins } = await coinsOf(program);
  const amount = BigInt(needed) * (sats - 100n) - 1_000n;
  const own = coins(60);
  const first = new Set(own.slice(0, due).map(({ txid, vout }) => `${txid}:${vout}`));
  const request = { outputs: [{ address, amount }], changeAddress: address, feeRate: '1', first };
  const selection = selectCoins(chain, own, request);
  return [selection ? `${selection.coins.length} coins` : 'refused'];
};
many.control('that forty are enough for', '40 coins', (program) => chosen(program, 40));
many.attack(
  'that forty-one are needed for',
  'refused',
  removed(
    'the most coins of a choice',
    'bitcoin/coins.ts',
    'count <= Math.min(free.length, maxInputs - first.length)',
    'count <= free.length',
  ),
  (program) => chosen(program, 41),
);
many.attack(
  'that forty-one have to be spent in',
  'refused',
  removed(
    'the most coins that have to be spent',
    'bitcoin/coins.ts',
    'first.length > 0 && first.length <= maxInputs ? settled(first)',
    'first.length > 0 ? settled(first)',
  ),
  (program) => chosen(program, 41, 41),
);
many.attack(
  'as much as there is said to be',
  '40 coins',
  removed('the most coins that can be offered', 'bitcoin/coins.ts', '.slice(0, maxInputs);', ';'),
  async (program) => {
    const { largestSpendable } = await coinsOf(program);
    const most = largestSpendable(chain, coins(60), { address, feeRate: '1' });
    return [`${(most + sats) / sats} coins`];
  },
);

type Plans = typeof import('../../packages/chains/src/bitcoin/plan.ts');
/** What signers say of a plan with so many inputs. */
const planned = async (program: Program, count: number): Promise<string[]> => {
  const { readBitcoinPlan }: Plans = await program.load('packages/chains/src/bitcoin/plan.ts');
  const inputs = coins(count).map(({ txid, vout }) => ({ txid, vout, prevTx: '00', path: 'm/0/7/0/0' }));
  try {
    return [`${readBitcoinPlan({ family: 'bitcoin', inputs, changePath: '', feeRate: '1' }).inputs.length} inputs`];
  } catch (error) {
    return [(error as { readonly code?: string }).code ?? String(error)];
  }
};
many.control('in a plan of forty', '40 inputs', (program) => planned(program, 40));
many.attack(
  'in a plan of forty-one',
  'badPlan',
  removed('the most inputs of a plan', 'bitcoin/plan.ts', ' || inputs.length > maxInputs'),
  (program) => planned(program, 41),
);

export const coinAttacks = many.all;
