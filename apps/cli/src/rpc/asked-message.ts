import { MessageError, parseTypedData, textMessage, typedMessage } from '@holdfast/policy';
import { sameAddress } from '../pay.ts';
import { RpcFault } from './faults.ts';

/** For which account and network it has to be. */
export interface Place {
  readonly account: string;
  /** Of EIP-155. */
  readonly chainId: bigint;
}

/** A message that an application wants signed. */
export interface AskedMessage {
  readonly want: 'message';
  /** As an intent's call says it, without what it says of tokens. */
  readonly call: string;
  /** As the server is asked. */
  readonly wire: { readonly message: string } | { readonly typed_data: string };
}

function demandAccount(value: unknown, { account }: Place): void {
  if (typeof value !== 'string' || !sameAddress(value, account))
    throw new RpcFault('unauthorized', `this wallet is ${account}`);
}

/** @throws RpcFault invalidParams for what nobody could read: members sign no bytes that they cannot see */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    throw new RpcFault('invalidParams', `this wallet signs what its members can read: ${error.message}`);
  }
}

function textIn(data: unknown): string {
  if (typeof data !== 'string') throw new RpcFault('invalidParams', 'a message is a text, or its bytes in hex');
  if (!/^0x([0-9a-fA-F]{2})*$/.test(data)) return data;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(data.slice(2), 'hex'));
  } catch {
    throw new RpcFault('invalidParams', 'this wallet signs texts, and these bytes are none');
  }
}

/** Reads the parameters of `personal_sign`. @throws RpcFault invalidParams; unauthorized for another account */
export function readText([data, account]: readonly unknown[], place: Place): AskedMessage {
  demandAccount(account, place);
  const message = textIn(data);
  return { want: 'message', call: readable(() => textMessage(message)), wire: { message } };
}

/** Reads those of `eth_signTypedData_v4`: typed data as JSON, or as an object. @throws RpcFault as `readText`, and invalidParams for another network's */
export function readTyped([account, data]: readonly unknown[], place: Place): AskedMessage {
  demandAccount(account, place);
  const typed_data = typeof data === 'string' ? data : JSON.stringify(data ?? null);
  const typed = readable(() => parseTypedData(typed_data));
  const { chainId } = typed.domain;
  if (chainId !== undefined && chainId !== place.chainId)
    throw new RpcFault('invalidParams', `this wallet is on chain ${place.chainId}`);
  return { want: 'message', call: readable(() => typedMessage(typed)), wire: { typed_data } };
}
