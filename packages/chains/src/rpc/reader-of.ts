import { bitcoinReader } from '../bitcoin/node/reader.ts';
import { ChainError } from '../errors.ts';
import { evmReader } from '../evm/node/reader.ts';
import type { families } from '../registry.ts';
import { tonReader } from '../ton/node/reader.ts';
import { tronReader } from '../tron/node/reader.ts';
import type { ChainConfig } from '../types.ts';
import { RpcError } from './errors.ts';
import type { AccountReader, ChainReader, TimedReader, UtxoReader } from './readers.ts';

type Open = (chain: ChainConfig) => ChainReader;

const readers = { evm: evmReader, bitcoin: bitcoinReader, ton: tonReader, tron: tronReader } satisfies Record<
  keyof typeof families,
  Open
>;
const known = new Map<string, Open>(Object.entries(readers));

export const addReader = (family: string, open: Open): void => {
  known.set(family, open);
};

/** Opens no connection by itself. @param chain with `rpcUrl` @throws ChainError `unknownFamily` */
export function readerOf(chain: ChainConfig): ChainReader {
  const open = known.get(chain.family);
  if (!open) throw new ChainError('unknownFamily', chain.family.slice(0, 64));
  return open(chain);
}

/** @throws RpcError `unsupported` for a chain without accounts */
export function accountReader(reader: ChainReader): AccountReader {
  if (reader.model !== 'account') throw new RpcError('unsupported', 'the chain has no accounts');
  return reader;
}

/** @throws RpcError `unsupported` for a chain that keeps no balance for an address */
export function balanceReader(reader: ChainReader): AccountReader | TimedReader {
  if (reader.model === 'utxo') throw new RpcError('unsupported', 'the chain has no balances');
  return reader;
}

/** @throws RpcError `unsupported` for a chain of another model */
export function timedReader(reader: ChainReader): TimedReader {
  if (reader.model !== 'timed')
    throw new RpcError('unsupported', 'transactions of the chain have no time of their own');
  return reader;
}

/** @throws RpcError `unsupported` for a chain without outputs */
export function utxoReader(reader: ChainReader): UtxoReader {
  if (reader.model !== 'utxo') throw new RpcError('unsupported', 'the chain has no outputs');
  return reader;
}
