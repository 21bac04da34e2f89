import { ChainError } from '../errors.ts';
import type { ChainRules, UnsignedEvmTx, UnsignedTx } from '../types.ts';
import { checkEvmAddress, evmAddressOf } from './address.ts';
import { attachEvm } from './attach.ts';
import { buildEvm } from './build.ts';
import { decodeEvm } from './decode.ts';

function ours(unsigned: UnsignedTx): UnsignedEvmTx {
  if (unsigned.family !== 'evm') throw new ChainError('wrongFamily', unsigned.family);
  return unsigned;
}

export const evmRules: ChainRules = {
  addressOf: (_, publicKey) => evmAddressOf(publicKey),
  checkAddress: (_, text) => checkEvmAddress(text),
  build: buildEvm,
  decode: (chain, unsigned) => decodeEvm(chain, ours(unsigned)),
  attach: (chain, unsigned, signatures) => attachEvm(chain, ours(unsigned), signatures),
};
