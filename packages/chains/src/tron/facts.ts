import type { ChainConfig } from '../types.ts';
import { checkTronAddress, tronAddressOf } from './address.ts';
import { links } from './link.ts';

/** What is said of the family once, and needed inside it too. */
export const facts = {
  id: 'tron',
  curve: 'secp256k1',
  coinType: 195,
  model: 'timed',
  conflict: 'tron-expiry',
  memo: { most: 200 },
  // A reference to a block is, but the server chooses it.
  networkIsSigned: false,
  hasContracts: true,
  namesCalls: false,
  hasStake: true,
  hasAllowances: false,
  tokensByContract: true,
  hasCalls: false,
  addressPattern: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
  links,
  feeUnit: 'sun/energy',
  waitSeconds: [60, 60, 60],
  explorers: {
    mainnet: 'https://tronscan.org/#/transaction/{txid}',
    shasta: 'https://shasta.tronscan.org/#/transaction/{txid}',
    nile: 'https://nile.tronscan.org/#/transaction/{txid}',
  },
  addressOf: (_: ChainConfig, publicKey: Uint8Array) => tronAddressOf(publicKey),
  checkAddress: (_: ChainConfig, text: string) => checkTronAddress(text),
} as const;
