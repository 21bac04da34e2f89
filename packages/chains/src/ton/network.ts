import { ChainError } from '../errors.ts';
import type { ChainConfig } from '../types.ts';

export const mainNetwork = -239;

/** `ton:-239` → -239, the network's global id (`ConfigParam 19`). @throws ChainError `wrongFamily` */
export function networkOf({ id }: Pick<ChainConfig, 'id'>): number {
  const digits = /^ton:(-?[1-9]\d{0,9})$/.exec(id)?.[1];
  const network = Number(digits);
  if (digits === undefined || network !== (network | 0)) throw new ChainError('wrongFamily', id);
  return network;
}

export const isTestNetwork = (chain: Pick<ChainConfig, 'id'>): boolean => networkOf(chain) !== mainNetwork;
