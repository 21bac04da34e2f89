import { policyLimits } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import type { ChainConfig } from '../types.ts';
import { addressOfScript, checkBitcoinAddress, ownScript, readAddress } from './address.ts';
import { links } from './link.ts';
import { networkOf } from './network.ts';

/** What is said of the family once, and needed inside it too. */
export const facts = {
  id: 'bitcoin',
  curve: 'secp256k1',
  coinType: 0,
  model: 'utxo',
  conflict: 'bitcoin-inputs',
  memo: 'none',
  networkIsSigned: false,
  hasContracts: false,
  namesCalls: false,
  hasAllowances: false,
  tokensByContract: false,
  hasCalls: false,
  disperse: { contract: '', maxRows: policyLimits.batchRows },
  addressPattern: '^((bc|tb|bcrt)1[0-9a-z]{8,86}|(BC|TB|BCRT)1[0-9A-Z]{8,86}|[123mn][1-9A-HJ-NP-Za-km-z]{25,34})$',
  links,
  feeUnit: 'sat/vB',
  waitSeconds: [3_600, 1_800, 900],
  explorers: {
    mainnet: 'https://mempool.space',
    testnet: 'https://mempool.space/testnet',
    testnet4: 'https://mempool.space/testnet4',
    signet: 'https://mempool.space/signet',
  },
  ordinals: {
    halving: (chain: ChainConfig) => networkOf(chain).halving,
    holderOf: (chain: ChainConfig, address: string) => {
      const reading = readAddress(address, networkOf(chain));
      if (typeof reading === 'string') throw new ChainError('badAddress', address);
      return bytesToHex(reading.script);
    },
  },
  addressForms: ['segwit', 'taproot'],
  addressOf: (chain: ChainConfig, publicKey: Uint8Array, path = '') =>
    addressOfScript(ownScript(publicKey, path), networkOf(chain)) ?? '',
  checkAddress: (chain: ChainConfig, text: string) => checkBitcoinAddress(text, networkOf(chain)),
} as const;
