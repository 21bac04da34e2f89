/**
 * A chain that exists in memory only: an account chain of a family of its own, for tests that need a chain, and for proving that nothing outside its
 * family knows it. Blocks come when the test asks for them, or by themselves; a test can take them back, lose a transaction, and make the node lie.
 */
import { randomUUID } from 'node:crypto';
import { type ChainConfig, ChainError } from '@holdfast/chains';
import { registerFamily } from '@holdfast/chains/register';
import { namedAddress } from './address.ts';
import { slate } from './family.ts';
import { abandon, give, type Ledger, mineBlock, newLedger, stateAt } from './ledger.ts';
import { type Lies, slateNode } from './node.ts';

export { namedAddress } from './address.ts';

export interface Slate {
  /** For configurations of servers and signers: the coin `SLT` and the token `CHIP`, six decimals each. */
  readonly chain: ChainConfig;
  readonly ledger: Ledger;
  /** What the node tells in place of the truth; empty to begin with. */
  readonly lies: Lies;
  mine(blocks?: number): void;
  /** What the chain really has for an address, base units. */
  holds(address: string, contract?: string): bigint;
  /** Coins out of nowhere, in base units, mined as any transaction. @param contract of a token, listed or not @returns txid */
  give(to: string, amount: bigint, contract?: string): string;
  /**
   * Another chain takes the place of the last `depth` blocks, one block longer. What they held is in its first block again, unless `lost`: then it is
   * gone, and a payment is mined only when somebody sends it again.
   */
  reorganise(depth: number, how?: { readonly lost: boolean }): void;
  /** The node forgets what it was sent and has not mined. */
  lose(): void;
}

const opened = new Map<string, () => ReturnType<typeof slateNode>>();
let registered = false;

/** Makes the family known in this process. */
export function registerSlate(): void {
  if (registered) return;
  registered = true;
  registerFamily(slate, ({ id }) => {
    const open = opened.get(id);
    if (!open) throw new ChainError('badConfig', `${id} is not running`);
    return open();
  });
}

const asset = (symbol: string, name: string, contract: string) => ({
  symbol,
  name,
  decimals: 6,
  contract,
  minWithdraw: '1',
  maxWithdraw: '1000000000000',
  minDeposit: '1',
});

const configOf = (id: string): ChainConfig => ({
  id,
  family: slate.id,
  name: 'Slate',
  baseSymbol: 'SLT',
  // Nothing is opened there.
  rpcUrl: 'http://127.0.0.1:9',
  confirmations: { deposit: 2, withdraw: 2 },
  maxFee: '1000000',
  assets: [asset('SLT', 'Slate', ''), asset('CHIP', 'Chip', namedAddress('chip'))],
});

/** Starts a chain. `held`: blocks are mined only by `mine`. `instant`: whatever is sent or given is final at once. */
export function startSlate(blocks: 'held' | 'instant' = 'held'): Slate {
  registerSlate();
  const chain = configOf(`${slate.id}:${randomUUID().slice(0, 8)}`);
  const ledger = newLedger(chain.id);
  const lies: Lies = {};
  const mine = (count = 1): void => {
    for (let n = 0; n < count; n++) mineBlock(ledger);
  };
  const settle = (): void => {
    if (blocks === 'instant') mine(Math.max(chain.confirmations.deposit, chain.confirmations.withdraw));
  };
  opened.set(chain.id, () => slateNode(chain, ledger, lies, settle));
  return {
    chain,
    ledger,
    lies,
    mine,
    holds: (address, contract = '') => stateAt(ledger).balance(address, contract),
    give(to, amount, contract = '') {
      const txid = give(ledger, to, amount, contract);
      settle();
      return txid;
    },
    reorganise(depth, { lost } = { lost: false }) {
      abandon(ledger, depth);
      if (lost) ledger.waiting = [];
      mine(depth + 1);
    },
    lose: () => {
      ledger.waiting = [];
    },
  };
}
