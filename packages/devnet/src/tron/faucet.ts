import { toUnits } from '@holdfast/money';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Funding } from '../chain.ts';
import { FaucetError } from '../faucet/errors.ts';
import { addressOfKey, bodyOf, sha256, signPayment } from './codec.ts';
import type { Genesis } from './ledger.ts';
import type { TronStandIn } from './node.ts';
import { tokens } from './tokens.ts';

/** Known to everybody: it holds made-up coins alone. */
const secret = Uint8Array.from(sha256(Buffer.from('holdfast tron stand-in faucet')));
export const faucetAddress = addressOfKey(secp256k1.getPublicKey(secret, true));

export const genesis: Genesis = {
  unfreezeDays: 14,
  coins: { [faucetAddress]: 1_000_000_000n * 10n ** 6n },
  tokens: Object.fromEntries(
    tokens.map(({ contract, decimals }) => [contract, { [faucetAddress]: 10n ** BigInt(9 + decimals) }]),
  ),
};

const lifeMs = 3_600_000;
let last = 0;

/** A real transaction of the faucet's, with what the payer tells. @returns its id @throws FaucetError */
export function fundTron(node: TronStandIn, { symbol, address, amount }: Funding, memo = ''): string {
  try {
    bodyOf(address);
  } catch {
    throw new FaucetError('not an address of this chain');
  }
  const token = tokens.find((one) => one.symbol === symbol);
  if (symbol !== 'TRX' && !token) throw new FaucetError(`no ${symbol.slice(0, 20)} on this chain`);
  // Two that pay the same are two.
  last = Math.max(last + 1, node.now());
  const payment = {
    owner: faucetAddress,
    to: address,
    amount: toUnits(amount, token?.decimals ?? 6),
    contract: token?.contract ?? '',
    block: node.head(),
    expiration: node.now() + lifeMs,
    timestamp: last,
    memo,
  };
  return node.send(signPayment(payment, secret)).id;
}
