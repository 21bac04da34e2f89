import { ChainError } from '../errors.ts';
import type { ChainConfig } from '../types.ts';

export interface Network {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
}

/** chainparams.cpp of Bitcoin Core. Regtest and testnet share their base58 versions: such an address fits both. */
const networks: Readonly<Record<string, Network>> = {
  mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
};

export const knownPrefixes: ReadonlySet<string> = new Set(Object.values(networks).map((network) => network.bech32));
export const knownVersions: ReadonlySet<number> = new Set(
  Object.values(networks).flatMap((network) => [network.pubKeyHash, network.scriptHash]),
);

/** @throws ChainError `wrongFamily` */
export function networkOf(chain: ChainConfig): Network {
  const network = chain.family === 'bitcoin' ? networks[chain.id.replace(/^bitcoin:/, '')] : undefined;
  if (!network) throw new ChainError('wrongFamily', chain.id);
  return network;
}
