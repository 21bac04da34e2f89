import { ChainError } from '../errors.ts';
import type { ChainConfig } from '../types.ts';

export interface Network {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
  /** As bitcoind names it. */
  readonly core: string;
  readonly genesis: string;
  /** Blocks between two halvings of what a block brings. */
  readonly halving: number;
}

const testVersions = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef } as const;

/** chainparams.cpp of Bitcoin Core. The test networks share their base58 versions, and but for regtest their prefix: such an address fits all of them. */
const networks: Readonly<Record<string, Network>> = {
  mainnet: {
    bech32: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    core: 'main',
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    halving: 210_000,
  },
  testnet: {
    ...testVersions,
    bech32: 'tb',
    core: 'test',
    genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    halving: 210_000,
  },
  testnet4: {
    ...testVersions,
    bech32: 'tb',
    core: 'testnet4',
    genesis: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    halving: 210_000,
  },
  signet: {
    ...testVersions,
    bech32: 'tb',
    core: 'signet',
    genesis: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    halving: 210_000,
  },
  regtest: {
    ...testVersions,
    bech32: 'bcrt',
    core: 'regtest',
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    halving: 150,
  },
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
