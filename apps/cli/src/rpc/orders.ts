import { randomUUID } from 'node:crypto';
import { ApiError, client, web3, withdraw } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { blockersOf, honestText, type Review } from '@holdfast/review';
import { Fault } from '@holdfast/signer-ui/signer-api';
import { explain } from '../exit.ts';
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

/** Nothing comes of it any more, so that asking anew is another order. */
export class Over extends RpcFault {}

const everything = 2n ** 256n - 1n;

type SubWalletId = Parameters<ReturnType<typeof client<typeof withdraw>>['create']>[0]['sub_wallet_id'];

/** The order at the server, by a signed request. */
async function create(account: Account, asked: Asked, request: string) {
  const { server, app, key, coin, maxFee, chain } = account;
  const send = signedSend(server, app, key);
  const asking = { request_id: request, remark, sub_wallet_id: Number(account.wallet) as SubWalletId };
  const { create: call } = client(web3, send);
  if (asked.want === 'message') return call({ ...asking, main_chain_symbol: chain.id, trans_type: '2', ...asked.wire });
  const shared = { ...asking, max_fee: fromUnits(maxFee, coin.decimals) };
  if (asked.want === 'payment') {
    const { symbol, contract, decimals } = assetAt(account, asked.token);
    return client(withdraw, send).create({
      ...shared,
      ...{ symbol, chain_id: chain.id, contract_address: contract },
      ...{ address_to: asked.to, amount: fromUnits(asked.units, decimals) },
    });
  }
  if (asked.want === 'deployment')
    return call({ ...shared, main_chain_symbol: chain.id, trans_type: '3', init_code: asked.data });
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
    throw new Over('failed', `nothing was signed: it is otherwise than asked for: ${wrong.join(', ')}`);
  if (state === 'unsatisfiable') throw new Over('failed', 'nothing was signed: by the rules nobody can approve it');
}

/** Up to what the signer shows, nothing of it signed. @throws Over */
async function shownOrder(account: Account, asked: Asked, request: string): Promise<{ id: number; review: Review }> {
  try {
    const { withdraw_id: id, approval_url: url } = await create(account, asked, request);
    const review = await shownAt(account.signer, url, account.facts);
    demandSame(account, review, asked, request);
    return { id, review };
  } catch (error) {
    if (error instanceof RpcFault) throw new Over(error.code, error.message, error.data);
    const text = error instanceof ApiError ? `${error.message} (${error.code})` : explain(error).text;
    throw new Over('failed', honestText(text), { request });
  }
}

/**
 * Asks for it as the API client: an order at the server, and, once the signer shows exactly that, the API client's own `initiate`. An order that no caller waits for
 * any more is not signed, and ends unsigned. Where the signer's answer to the signature is lost, it may have it: the order counts as asked for.
 * @throws Over where the server or the signer refuses it, or something else is shown
 */
export async function ask(account: Account, asked: Asked, gone: AbortSignal): Promise<Order> {
  const request = randomUUID();
  const { id, review } = await shownOrder(account, asked, request);
  if (gone.aborted) throw new Over('failed', `nothing was signed: nobody waits for order ${id}`);
  const state = await initiate(account, review, account.key).catch((error: unknown) => {
    if (error instanceof Fault && error.key === 'faultOffline') return 'unknown';
    throw new Over('failed', honestText(explain(error).text), { order: String(id), request });
  });
  if (state === 'refused') throw new Over('rejected', `order ${id} was refused`, { order: String(id), request });
  return { id, request, approval: `${account.signer}/#/i/${review.intent.id}` };
}
