import type { ChainConfig, DecodedTx } from '../types.ts';
import { readAddress } from './address.ts';
import { settle } from './coins.ts';
import { networkOf } from './network.ts';
import { countInputs, readFeeRate } from './size.ts';
import type { BitcoinPlan } from './types.ts';

/** What the plan's rate makes of these inputs, payees and change; '' when it cannot be paid. @throws ChainError `badPlan` (fee rate) */
export function expectedFee(
  chain: ChainConfig,
  decoded: DecodedTx,
  plan: BitcoinPlan,
  payees: readonly { readonly address: string; readonly amount: bigint }[],
  changeAddress: string,
): string {
  const script = (address: string): Uint8Array => {
    const reading = readAddress(address, networkOf(chain));
    return typeof reading === 'string' ? new Uint8Array() : reading.script;
  };
  const paid = payees.reduce((sum, payee) => sum + payee.amount, 0n);
  const total = decoded.sources.reduce((sum, source) => sum + BigInt(source.amount), 0n);
  const scripts = payees.map((payee) => script(payee.address));
  const change = plan.changePath === '' ? undefined : script(changeAddress);
  const settled = settle(total, countInputs(decoded.sources), paid, scripts, change, readFeeRate(plan.feeRate));
  return settled === undefined ? '' : String(settled.fee);
}
