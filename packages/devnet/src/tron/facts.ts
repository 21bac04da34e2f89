import type { ChainConfig } from '@holdfast/chains';
import { balanceReader, type ChainBlock, readerOf } from '@holdfast/chains/rpc';
import { everyBlock } from '../every-block.ts';
import type { ChainFacts, Movement } from '../movements.ts';

/** What was taken but did nothing is told by the results of its block. */
async function failedOf(url: string, { height }: ChainBlock, ours: (address: string) => boolean): Promise<string[]> {
  const ask = async (method: string, body: object): Promise<unknown> => {
    const response = await fetch(new URL(method, `${url}/`), { method: 'POST', body: JSON.stringify(body) });
    return response.json();
  };
  const block = (await ask('wallet/getblockbynum', { num: height })) as {
    transactions?: {
      txID: string;
      ret: { contractRet: string }[];
      raw_data: { contract: { parameter: { value: { owner_address: string } } }[] };
    }[];
  };
  return (block.transactions ?? [])
    .filter(({ ret }) => ret[0]?.contractRet !== 'SUCCESS')
    .filter(({ raw_data }) => ours(raw_data.contract[0]?.parameter.value.owner_address ?? ''))
    .map(({ txID }) => txID);
}

/** Everything that happened between us and others on the stand-in, read block by block. */
export async function tronFacts(chain: ChainConfig, accounts: ReadonlySet<string>): Promise<ChainFacts> {
  const reader = balanceReader(readerOf(chain));
  const ours = (address: string): boolean => accounts.has(address);
  const [payments, receipts, failed]: [Movement[], Movement[], string[]] = [[], [], []];
  const seen = new Set<string>();
  for await (const block of everyBlock(reader, 0)) {
    for (const { txid, symbol, from: payer, to, amount } of block.transfers) {
      for (const address of [payer, to]) if (ours(address)) seen.add(address);
      if (ours(payer) && !ours(to)) payments.push({ txid, symbol, address: to, units: amount });
      if (!ours(payer) && ours(to)) receipts.push({ txid, symbol, address: to, units: amount });
    }
    if (block.txids.length > 0) failed.push(...(await failedOf(chain.rpcUrl, block, ours)));
  }
  const balances = new Map<string, bigint>();
  for (const address of seen)
    for (const asset of chain.assets) balances.set(`${address} ${asset.symbol}`, await reader.balance(address, asset));
  return { payments, receipts, balances, failed, nonceGaps: new Map() };
}
