import type { ChainConfig } from '../types.ts';
import { checkEvmAddress, evmAddressOf } from './address.ts';
import { disperse } from './disperse.ts';
import { links } from './link.ts';

/** What is said of the family once, and needed inside it too. */
export const facts = {
  id: 'evm',
  curve: 'secp256k1',
  coinType: 60,
  model: 'account',
  conflict: 'evm-nonce',
  memo: 'none',
  networkIsSigned: true,
  hasContracts: true,
  namesCalls: true,
  hasAllowances: true,
  tokensByContract: true,
  hasCalls: true,
  disperse,
  addressPattern: '^0x[0-9a-fA-F]{40}$',
  links,
  feeUnit: 'wei/gas',
  waitSeconds: [60, 30, 15],
  explorers: {
    1: 'https://etherscan.io',
    10: 'https://optimistic.etherscan.io',
    56: 'https://bscscan.com',
    100: 'https://gnosisscan.io',
    137: 'https://polygonscan.com',
    8453: 'https://basescan.org',
    42161: 'https://arbiscan.io',
    43114: 'https://snowtrace.io',
    11155111: 'https://sepolia.etherscan.io',
  },
  addressOf: (_: ChainConfig, publicKey: Uint8Array) => evmAddressOf(publicKey),
  checkAddress: (_: ChainConfig, text: string) => checkEvmAddress(text),
} as const;
