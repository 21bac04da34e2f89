import { type ChainConfig, familyOf } from '@holdfast/chains';
import { balanceReader, readerOf } from '@holdfast/chains/rpc';
import { everyBlock } from '../every-block.ts';
import type { ChainFacts, Movement } from '../movements.ts';
import { localCalls } from './local.ts';
import type { Moved } from './moved.ts';

/** There is no block 0 on TON. */
const first = 1;

interface Seen {
  readonly moved: readonly Moved[];
  readonly idle: readonly { readonly txid: string; readonly from: string }[];
}

/** What came to us as it was credited: with what the account paid for its coming taken off. */
async function receiptsOf(chain: ChainConfig, ours: ReadonlySet<string>): Promise<Movement[]> {
  const reader = balanceReader(readerOf(chain));
  const found: Movement[] = [];
  for await (const { transfers } of everyBlock(reader, first, { watch: ours }))
    for (const { txid, symbol, from: payer, to, amount } of transfers)
      if (!ours.has(payer)) found.push({ txid, symbol, address: to, units: amount });
  return found;
}

/** Everything that happened between us and others on the emulator. */
export async function tonFacts(chain: ChainConfig, ours: ReadonlySet<string>): Promise<ChainFacts> {
  const spell = (raw: string): string => {
    const checked = raw === '' ? undefined : familyOf(chain).checkAddress(chain, raw);
    return checked?.ok ? checked.address : '';
  };
  const symbolOf = {
    coin: chain.baseSymbol,
    jetton: chain.assets.find(({ contract }) => contract !== '')?.symbol ?? '',
  };
  const seen = await localCalls(chain.rpcUrl)<Seen & Record<string, unknown>>('moved');
  const moved = seen.moved.map(({ kind, txid, from, to, units }) => ({
    from: spell(from),
    movement: { txid, symbol: symbolOf[kind], address: spell(to), units: BigInt(units) },
  }));
  const leaves = ({ from, movement }: (typeof moved)[number]): boolean => ours.has(from) && !ours.has(movement.address);
  const reader = balanceReader(readerOf(chain));
  const balances = new Map<string, bigint>();
  for (const address of ours)
    for (const asset of chain.assets) balances.set(`${address} ${asset.symbol}`, await reader.balance(address, asset));
  return {
    payments: moved.filter(leaves).map(({ movement }) => movement),
    receipts: await receiptsOf(chain, ours),
    given: moved
      .filter(({ from, movement }) => from === '' && ours.has(movement.address))
      .map(({ movement }) => movement),
    balances,
    failed: seen.idle.filter(({ from }) => ours.has(spell(from))).map(({ txid }) => txid),
    nonceGaps: new Map(),
  };
}
