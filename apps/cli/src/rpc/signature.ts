import { client, orderStatus, web3 } from '@holdfast/contract';
import { readMessage } from '@holdfast/policy';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { sameAddress } from '../pay.ts';
import { signedSend } from '../signed-server.ts';
import type { Account } from './account.ts';
import type { AskedMessage } from './asked-message.ts';
import { RpcFault } from './faults.ts';
import { makerOf } from './maker.ts';
import type { Order } from './orders.ts';

/** The signature that the server gives, once this account has made it of exactly that message. @throws RpcFault for any other */
export async function provenSignature(
  account: Account,
  { id }: Order,
  asked: AskedMessage,
  status: number,
): Promise<string | undefined> {
  if (status !== orderStatus.done) return undefined;
  const { message } = client(web3, signedSend(account.server, account.app, account.key));
  const { signature } = await message({ trans_id: id as Parameters<typeof message>[0]['trans_id'] });
  const read = readMessage({ call: asked.call, chain: account.chain.id, from: account.at.address });
  const maker = typeof read === 'string' ? undefined : makerOf(hexToBytes(bytesToHex(read.digest)), signature);
  if (maker === undefined || !sameAddress(maker, account.at.address))
    throw new RpcFault('failed', 'the server gives a signature that is not of this message by this account');
  return signature;
}
