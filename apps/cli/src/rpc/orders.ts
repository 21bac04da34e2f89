import { randomUUID } from 'node:crypto';
import { ApiError, client, web3, withdraw } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { blockersOf, honestText, type Review } from '@holdfast/review';
import { initiate, shownAt } from '../initiate.ts';
import { signedSend } from '../signed-server.ts';
import { type Account, assetAt } from './account.ts';
import type { Asked } from './asked.ts';
import { differencesOf, remark } from './compare.ts';
import { RpcFault } from './faults.ts';

export interface Order {
  readonly id: number;
  readonly request: string;
  /** The signer's own page of it. */
  readonly approval: string;
}

const everything = 2n ** 256n - 1n;

type SubWalletId = Parameters<ReturnType<typeof client<typeof withdraw>>['create']>[0]['sub_wallet_id'];

/** The order at the server, by a signed request. */
async function create(account: Account, asked: Asked, request: string) {
  const { server, app, key, coin, maxFee, chain } = account;
  const send = signedSend(server, app, key);
  const shared = {
    ...{ request_id: request, remark, max_fee: fromUnits(maxFee, coin.decimals) },
    sub_wallet_id: Number(account.wallet) as SubWalletId,
  };
  if (asked.want === 'payment') {
    const { symbol, contract, decimals } = assetAt(account, asked.token);
    return client(withdraw, send).create({
      ...shared,
      ...{ symbol, chain_id: chain.id, contract_address: contract },
      ...{ address_to: asked.to, amount: fromUnits(asked.units, decimals) },
    });
  }
  const { create: call } = client(web3, send);
  if (asked.want === 'call')
    return call({
      ...shared,
      ...{ main_chain_symbol: chain.id, trans_type: '1', interactive_contract: asked.contract },
      ...{ input_data: asked.data, amount: fromUnits(asked.units, coin.decimals) },
    });
  const { contract, decimals } = assetAt(account, asked.token);
  return call({
    ...shared,
    ...{ main_chain_symbol: chain.id, trans_type: '0', interactive_contract: contract, spender: asked.spender },
    amount: asked.units === everything ? '-1' : fromUnits(asked.units, decimals),
  });
}

/** @throws RpcFault where it is not exactly what was asked for, or nobody could have it approved */
function demandSame(account: Account, review: Review, asked: Asked, request: string): void {
  const wrong = [...differencesOf(account, review, asked, request), ...blockersOf(review, Date.now())];
  const { state } = review.evaluation;
  if (wrong.length > 0)
    throw new RpcFault('failed', `nothing was signed: it is otherwise than asked for: ${wrong.join(', ')}`);
  if (state === 'unsatisfiable') throw new RpcFault('failed', 'nothing was signed: by the rules nobody can approve it');
}

/**
 * Asks for it as the API client: an order at the server, and, once the signer shows exactly that, the API client's own `initiate`. An order that no caller waits for
 * any more is not signed, and ends unsigned. @throws RpcFault failed where the server refuses it, or shows something else; rejected where it was refused already
 */
export async function ask(account: Account, asked: Asked, gone: AbortSignal): Promise<Order> {
  const request = randomUUID();
  try {
    const { withdraw_id: id, approval_url: url } = await create(account, asked, request);
    const review = await shownAt(account.signer, url, account.facts);
    demandSame(account, review, asked, request);
    if (gone.aborted) throw new RpcFault('failed', `nothing was signed: nobody waits for order ${id}`);
    const state = await initiate(account, review, account.key);
    if (state === 'refused') throw new RpcFault('rejected', `order ${id} was refused`, { order: String(id), request });
    return { id, request, approval: `${account.signer}/#/i/${review.intent.id}` };
  } catch (error) {
    if (error instanceof ApiError)
      throw new RpcFault('failed', `${honestText(error.message)} (${error.code})`, { request });
    throw error;
  }
}
