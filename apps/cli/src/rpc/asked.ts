import type { AskedMessage, Place } from './asked-message.ts';
import { RpcFault } from './faults.ts';

/** What an application wants done. */
export type Asked = AskedTransaction | AskedMessage;

/** Read from the transaction that it wants sent. All amounts in base units. */
export type AskedTransaction =
  | { readonly want: 'payment'; readonly token: string; readonly to: string; readonly units: bigint }
  | { readonly want: 'allowance'; readonly token: string; readonly spender: string; readonly units: bigint }
  | { readonly want: 'call'; readonly contract: string; readonly data: string; readonly units: bigint }
  /** Bytecode, and what its constructor is given behind it. */
  | { readonly want: 'deployment'; readonly data: string };

const addressForm = /^0x[0-9a-fA-F]{40}$/;
const dataForm = /^0x([0-9a-fA-F]{2}){0,30000}$/;
const quantityForm = /^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/;
/** `transfer(address,uint256)` and `approve(address,uint256)` (ERC-20) with nothing behind: orders of a kind of their own say more of these. */
const ofToken = /^0x(a9059cbb|095ea7b3)0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/**
 * Fees, nonce and their lists are the business of whoever makes the transaction: an application's wish for them is passed over, as the rules' bounds hold whatever it says.
 */
const passedOver = ['gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce', 'type', 'accessList'];
const known = new Set(['from', 'to', 'value', 'data', 'input', 'chainId', ...passedOver]);

function textOf(fields: Readonly<Record<string, unknown>>, name: string, form: RegExp, missing: string): string {
  const value = fields[name] ?? missing;
  if (typeof value !== 'string' || (value !== missing && !form.test(value)))
    throw new RpcFault('invalidParams', `${name} is not as it has to be`);
  return value;
}

/** @throws RpcFault invalidParams where `data` and `input` are two things */
function dataOf(fields: Readonly<Record<string, unknown>>): string {
  const [data, input] = ['data', 'input'].map((name) => textOf(fields, name, dataForm, '').toLowerCase());
  if (data && input && data !== input) throw new RpcFault('invalidParams', 'data and input differ');
  return data || input || '0x';
}

function demandPlace(fields: Readonly<Record<string, unknown>>, { account, chainId }: Place): void {
  if (textOf(fields, 'from', addressForm, account).toLowerCase() !== account.toLowerCase())
    throw new RpcFault('unauthorized', `this wallet is ${account}`);
  const asked = fields.chainId;
  if (asked !== undefined && BigInt(textOf(fields, 'chainId', quantityForm, '')) !== chainId)
    throw new RpcFault('invalidParams', `this wallet is on chain ${chainId}`);
}

function deploymentOf(data: string, value: bigint): AskedTransaction {
  if (data === '0x') throw new RpcFault('invalidParams', 'neither a receiver nor a contract');
  if (value > 0n) throw new RpcFault('unsupported', 'this wallet sends no coins along with a contract that it deploys');
  return { want: 'deployment', data };
}

/**
 * Reads the parameter of `eth_sendTransaction` (EIP-1474); one without a receiver deploys a contract. @throws RpcFault invalidParams; unauthorized for another
 * account; unsupported for coins that would go along with a deployment
 */
export function readAsked(param: unknown, place: Place): AskedTransaction {
  if (typeof param !== 'object' || param === null || Array.isArray(param))
    throw new RpcFault('invalidParams', 'a transaction is an object');
  const fields = Object.fromEntries(Object.entries(param).filter(([, value]) => value !== null && value !== undefined));
  const strange = Object.keys(fields).filter((name) => !known.has(name));
  if (strange.length > 0)
    throw new RpcFault('invalidParams', `nothing is known of ${strange.join(', ').slice(0, 100)}`);
  demandPlace(fields, place);
  const to = textOf(fields, 'to', addressForm, '');
  const value = BigInt(textOf(fields, 'value', quantityForm, '0x0'));
  const data = dataOf(fields);
  if (to === '') return deploymentOf(data, value);
  if (data === '0x') return { want: 'payment', token: '', to, units: value };
  const [, selector, named = '', units = ''] = ofToken.exec(data) ?? [];
  if (value > 0n || selector === undefined) {
    if (data.length < 10) throw new RpcFault('invalidParams', 'data names no method');
    return { want: 'call', contract: to, data, units: value };
  }
  const amount = { token: to, units: BigInt(`0x${units}`) };
  return selector === 'a9059cbb'
    ? { want: 'payment', ...amount, to: `0x${named}` }
    : { want: 'allowance', ...amount, spender: `0x${named}` };
}
