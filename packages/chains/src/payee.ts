import { readAddress } from './bitcoin/address.ts';
import { networkOf } from './bitcoin/network.ts';
import { dustLimit } from './bitcoin/size.ts';
import { ChainError } from './errors.ts';
import type { ChainConfig } from './types.ts';

/** Nobody can spend what the contract of a listed token owns: a payment to it is lost, in whatever coin. `address` in its one spelling. */
export const isTokenContract = (chain: ChainConfig, address: string): boolean =>
  chain.assets.some(({ contract }) => contract !== '' && contract === address);

/** The least that nodes relay to an address, base units. @throws ChainError `badAddress` */
export function leastPayment(chain: ChainConfig, address: string): bigint {
  if (chain.family !== 'bitcoin') return 1n;
  const reading = readAddress(address, networkOf(chain));
  if (typeof reading === 'string') throw new ChainError('badAddress', address);
  return dustLimit(reading.script);
}
