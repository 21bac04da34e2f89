import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, client, orderStatus, transaction, transactionType } from '@holdfast/contract';
import { honestText } from '@holdfast/review';
import { CliError } from '../exit.ts';
import { shownAt } from '../initiate.ts';
import { signedSend } from '../signed-server.ts';
import type { Account } from './account.ts';
import type { Asked, AskedTransaction } from './asked.ts';
import { isMade } from './compare.ts';
import { RpcFault } from './faults.ts';
import { type Order, Over } from './orders.ts';
import { provenSignature } from './signature.ts';

const lookMs = 500;
const mostLookMs = 10_000;
const refusals: readonly number[] = [orderStatus.approvalRefused, orderStatus.rejected];

/** Where it stands by the server; undefined where it does not say so now: what it says later counts. */
async function standOf({ server, app, key }: Account, { id }: Order) {
  const { detail } = client(transaction, signedSend(server, app, key));
  try {
    return await detail({ id, type: transactionType.withdraw });
  } catch (error) {
    const passes = error instanceof ApiError ? error.refusal === 'rateLimited' : error instanceof CliError;
    if (passes) return undefined;
    throw error;
  }
}

/** Whether members refused it the signer says: a server that says so of a payment that is made would have it asked for twice. */
async function endOf(account: Account, order: Order, told: string): Promise<Over> {
  const data = { order: String(order.id), request: order.request };
  const review = await shownAt(account.signer, order.approval, account.facts).catch(() => undefined);
  return review?.evaluation.state === 'refused'
    ? new Over('rejected', `order ${order.id} was refused`, data)
    : new Over(
        'failed',
        `order ${order.id} ended by the server’s word: ${told}. Look at it before you ask again`,
        data,
      );
}

/** The hash that the server gives, once a node of the network knows it as what was asked for. @throws RpcFault for another transaction */
async function provenHash(account: Account, asked: AskedTransaction, txid: string): Promise<string | undefined> {
  if (!/^0x[0-9a-f]{64}$/.test(txid)) throw new RpcFault('failed', 'the server gives a hash that is none');
  const told = await account.read('eth_getTransactionByHash', [txid]).catch(() => null);
  if (typeof told !== 'object' || told === null) return undefined;
  if (!isMade(account, asked, told)) throw new RpcFault('failed', `${txid} is another transaction than was asked for`);
  return txid;
}

/** What its caller waits for, once it is there: the hash of what is on its way, or the signature. */
const resultOf = (
  account: Account,
  order: Order,
  asked: Asked,
  { status, txid }: { readonly status: number; readonly txid: string },
): Promise<string | undefined> => {
  if (asked.want === 'message') return provenSignature(account, order, asked, status);
  const isSent = status >= orderStatus.paying && txid !== '';
  return isSent ? provenHash(account, asked, txid) : Promise.resolve(undefined);
};

/**
 * Waits until it is on its way, or signed, as callers of `eth_sendTransaction` and of `personal_sign` expect. A caller that gave up changes nothing: the order goes on.
 * @throws Over where members refuse it, or it ends otherwise; RpcFault with the order's number where it takes longer
 */
export async function outcomeOf(account: Account, order: Order, asked: Asked, gone: AbortSignal): Promise<string> {
  const { id, request } = order;
  const end = Date.now() + account.waitMs;
  // Ever more rarely: approvals take a second, or an afternoon, and each look counts in the API client's rate.
  for (let pause = lookMs; Date.now() < end && !gone.aborted; pause = Math.min(pause * 1.3, mostLookMs)) {
    const stand = await standOf(account, order);
    if (stand) {
      const { status, last_error } = stand;
      if (refusals.includes(status)) throw await endOf(account, order, 'refused');
      if (status > orderStatus.done) throw await endOf(account, order, `${status} ${honestText(last_error)}`.trim());
      const result = await resultOf(account, order, asked, stand);
      if (result !== undefined) return result;
    }
    await sleep(pause, undefined, { signal: gone }).catch(() => undefined);
  }
  // No code after which libraries ask once more by themselves: that would be another payment.
  const text = `order ${id} still waits. Do not ask again: it is in the list of transactions once it is made`;
  throw new RpcFault('failed', text, { order: String(id), request });
}
