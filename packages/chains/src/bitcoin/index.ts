import { ChainError } from '../errors.ts';
import type { ChainRules, UnsignedBitcoinTx, UnsignedTx } from '../types.ts';
import { addressOfScript, checkBitcoinAddress, p2wpkhScript } from './address.ts';
import { attachBitcoin } from './attach.ts';
import { buildBitcoin } from './build.ts';
import { decodeBitcoin } from './decode.ts';
import { networkOf } from './network.ts';

function ours(unsigned: UnsignedTx): UnsignedBitcoinTx {
  if (unsigned.family !== 'bitcoin') throw new ChainError('wrongFamily', unsigned.family);
  return unsigned;
}

export const bitcoinRules: ChainRules = {
  addressOf: (chain, publicKey) => addressOfScript(p2wpkhScript(publicKey), networkOf(chain)) ?? '',
  checkAddress: (chain, text) => checkBitcoinAddress(text, networkOf(chain)),
  build: buildBitcoin,
  decode: (chain, unsigned) => decodeBitcoin(chain, ours(unsigned)),
  attach: (chain, unsigned, signatures) => attachBitcoin(chain, ours(unsigned), signatures),
};
