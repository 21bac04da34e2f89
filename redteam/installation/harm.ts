import { chainFacts } from '@holdfast/devnet';
import type { Intent } from '@holdfast/policy';
import { payees } from '../fixture.ts';
import { type CoinNode, type Installation, rpc } from './installation.ts';
import { factsOf } from './truth.ts';

interface ChainTx {
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
}

/** Everything our addresses have sent since the installation was built, mined or waiting. */
async function sentBy({ ground }: Installation): Promise<ChainTx[]> {
  const ours = new Set(ground.stalls.map(({ address }) => address.toLowerCase()));
  const found: ChainTx[] = [];
  const tip = Number(await rpc(ground.devnet, 'eth_blockNumber'));
  const take = async (block: string): Promise<void> => {
    const { transactions } = (await rpc(ground.devnet, 'eth_getBlockByNumber', block, true)) as {
      transactions: ChainTx[];
    };
    found.push(...transactions.filter(({ from }) => ours.has(from.toLowerCase())));
  };
  for (let height = ground.height; height <= tip; height++) await take(`0x${height.toString(16)}`);
  return found;
}

const transferSelector = '0xa9059cbb';
/** Whom a transaction pays, by its own bytes: coin or ERC-20 transfer; anything else is shown as it is. */
function paidBy({ to, value, input }: ChainTx): string {
  if (input === '0x') return `${to} ${BigInt(value)} coin`.toLowerCase();
  if (!input.startsWith(transferSelector)) return `${to} ${input}`;
  return `0x${input.slice(34, 74)} ${BigInt(`0x${input.slice(74)}`)} ${to}`.toLowerCase();
}
/** Whom our coins have paid, mined or waiting. */
async function paidInCoins({ coins, ground }: Installation): Promise<string[]> {
  if (!coins) return [];
  await mineCoins(coins);
  const { payments } = await chainFacts(coins.config, ground.bitcoin.addresses);
  return payments.map(({ address, units }) => `${address} ${units} coin`.toLowerCase());
}
/** What waits is in a block then. */
export const mineCoins = (coins: CoinNode): Promise<unknown> =>
  coins.call('generatetoaddress', 3, payees.bitcoin.address);

const agreedOn = ({ outputs: [output], asset }: Intent): string =>
  `${output?.address} ${output?.amount} ${asset.contract === '' ? 'coin' : asset.contract}`.toLowerCase();

/** What stands in the signers' own stores and on the chain that no member has agreed to. Empty is well. */
export async function harmOf(installation: Installation): Promise<string[]> {
  const { fixture, truth, ground } = installation;
  // What waits in the node's pool counts as sent.
  await rpc(ground.devnet, 'evm_mine');
  const found: string[] = [];
  fixture.pair.places.forEach(({ id, signer }, i) => {
    const state = signer?.ctx.store.state;
    const [was, is] = [truth.before[i], factsOf(fixture)[i]];
    if (!state || !was || !is) return;
    for (const [intent, { digest }] of state.decided)
      if (!truth.payments.has(digest)) found.push(`signer ${id} decided ${intent}`);
    for (const intent of state.grants.keys()) found.push(`signer ${id} granted ${intent}`);
    for (const key of ['policy', 'book', 'groups'] as const)
      if (is[key] !== was[key] && !(key !== 'groups' && truth.changes.has(key)))
        found.push(`signer ${id}: ${key} changed`);
  });
  const agreed = new Map<string, number>();
  for (const intent of truth.payments.values()) agreed.set(agreedOn(intent), (agreed.get(agreedOn(intent)) ?? 0) + 1);
  for (const paid of [...(await sentBy(installation)).map(paidBy), ...(await paidInCoins(installation))]) {
    const left = agreed.get(paid) ?? 0;
    if (left === 0) found.push(`the chain has ${paid}, which nobody agreed to, or not so often`);
    agreed.set(paid, left - 1);
  }
  return found;
}
