import type { ChainConfig } from '../types.ts';
import { bitcoinReader } from './bitcoin/reader.ts';
import { evmReader } from './evm/reader.ts';
import type { ChainReader } from './types.ts';

/** Opens no connection by itself. @param chain with `rpcUrl` */
export const readerOf = (chain: ChainConfig): ChainReader =>
  chain.family === 'evm' ? evmReader(chain) : bitcoinReader(chain);
