import type { ChainConfig } from '../types.ts';
import { checkTonAddress } from './address.ts';
import { formAt, tonForms } from './forms.ts';
import { mostComment } from './limits.ts';
import { links } from './link.ts';
import { tonAddressOf } from './wallet.ts';

/** What is said of the family once, and needed inside it too. */
export const facts = {
  id: 'ton',
  curve: 'ed25519',
  coinType: 607,
  model: 'account',
  conflict: 'ton-seqno',
  memo: { most: mostComment },
  networkIsSigned: true,
  hasContracts: true,
  namesCalls: false,
  hasAllowances: false,
  tokensByContract: false,
  hasCalls: false,
  addressPattern: '^(0:[0-9a-fA-F]{64}|[EUk0]Q[A-Za-z0-9_/+-]{46})$',
  links,
  feeUnit: 'nanoton/gas',
  waitSeconds: [15, 15, 15],
  accountForms: tonForms,
  addressOf: (chain: ChainConfig, publicKey: Uint8Array, path = '') =>
    tonAddressOf(chain, publicKey, path === '' ? 'v5r1' : formAt(path)),
  explorers: {
    '-239': 'https://tonviewer.com/transaction/{txid}',
    '-3': 'https://testnet.tonviewer.com/transaction/{txid}',
  },
  checkAddress: (chain: ChainConfig, text: string) => checkTonAddress(chain, text),
} as const;
