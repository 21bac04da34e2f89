import { toUnits } from '@holdfast/money';
import { FaucetError } from '../faucet/errors.ts';
import type { Call } from '../json-rpc.ts';
import { devAccounts } from './anvil.ts';
import { devToken } from './token.ts';

const word = (hex: string): string => hex.padStart(64, '0');

/** `mint(address,uint256)`. */
const mintCall = (to: string, units: bigint): string =>
  `0x40c10f19${word(to.slice(2).toLowerCase())}${word(units.toString(16))}`;

/** Sends coins that a deposit watcher will see: a transaction, not an edited balance. @returns its hash */
export async function fundEvm(call: Call, symbol: string, address: string, amount: string): Promise<string> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new FaucetError('not an address of this chain');
  if (symbol === 'ETH') {
    const value = `0x${toUnits(amount, 18).toString(16)}`;
    return call<string>('eth_sendTransaction', { from: devAccounts.faucet, to: address, value });
  }
  if (symbol !== devToken.symbol) throw new FaucetError(`no ${symbol.slice(0, 20)} on this chain`);
  const data = mintCall(address, toUnits(amount, devToken.decimals));
  return call<string>('eth_sendTransaction', { from: devAccounts.faucet, to: devToken.contract, data });
}
