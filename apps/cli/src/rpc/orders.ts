import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, client, orderStatus, transaction, transactionType, web3, withdraw } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { dataOf, type Intent } from '@holdfast/policy';
import { blockersOf, honestText } from '@holdfast/review';
import type { AssetFacts, ChainFacts, SignerFacts } from '@holdfast/review/facts';
import { CliError } from '../exit.ts';
import { type Asker, initiate, shownAt } from '../initiate.ts';
import type { OpenedKey } from '../key-file.ts';
import { sameAddress } from '../pay.ts';
import { signedSend } from '../signed-server.ts';
import type { Asked } from './asked.ts';
import { RpcFault } from './faults.ts';

/** An API client at work for one sub-wallet on one network. */
export interface Account extends Asker {
  /** Origin under which the server is known. */
  readonly server: string;
  readonly key: OpenedKey;
  /** sub_wallet_id. */
  readonly wallet: string;
  readonly facts: SignerFacts;
  readonly chain: ChainFacts;
  /** The coin that fees are paid in. */
  readonly coin: AssetFacts;
  /** The most that each may cost, base units of that coin. */
  readonly maxFee: bigint;
  /** For how long a caller is kept waiting. */
  readonly waitMs: number;
}
export interface Order {
  readonly id: number;
  readonly request: string;
  readonly approvalUrl: string;
}

const lookMs = 500;
const mostLookMs = 10_000;
const everything = 2n ** 256n - 1n;

/** By whichever spelling. @throws RpcFault where the signer knows no such token: only an order of a known coin counts in the rules */
function assetAt({ chain }: Account, contract: string): AssetFacts {
  const found = chain.assets.find((one) =>
    contract === '' ? one.contract === '' : sameAddress(one.contract, contract),
  );
  if (!found) throw new RpcFault('unsupported', `the signers do not know the token ${contract}`);
  return found;
}

type Ids = Parameters<ReturnType<typeof client<typeof withdraw>>['create']>[0]['sub_wallet_id'];
type Fields<T> = T & { readonly request_id: string; readonly sub_wallet_id: Ids; readonly max_fee: string };

/** The order at the server, by a signed request. */
async function create(account: Account, asked: Asked, request: string) {
  const { server, app, key, coin, maxFee, chain } = account;
  const send = signedSend(server, app, key);
  const shared = {
    request_id: request,
    sub_wallet_id: Number(account.wallet) as Ids,
    max_fee: fromUnits(maxFee, coin.decimals),
    remark: 'JSON-RPC',
  } satisfies Fields<{ remark: string }>;
  if (asked.kind === 'payment') {
    const { symbol, contract, decimals } = assetAt(account, asked.token);
    return client(withdraw, send).create({
      ...shared,
      ...{ symbol, chain_id: chain.id, contract_address: contract },
      ...{ address_to: asked.to, amount: fromUnits(asked.units, decimals) },
    });
  }
  const { create: call } = client(web3, send);
  if (asked.kind === 'call')
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

/** What is asked for, as an intent says it. */
function saysOf(account: Account, intent: Intent, asked: Asked): readonly [string, boolean][] {
  const [first, ...others] = intent.outputs;
  const amount = first?.amount === String(asked.units);
  if (asked.kind === 'call')
    return [
      ['kind', intent.kind === 'call'],
      ['contract', first !== undefined && sameAddress(first.address, asked.contract)],
      ['data', dataOf(intent) === asked.data],
      ['value', amount && others.every((one) => one.amount === '0')],
    ];
  const [kind, to] = asked.kind === 'payment' ? ['transfer', asked.to] : ['allowance', asked.spender];
  return [
    ['kind', intent.kind === kind],
    ['token', intent.asset.contract === assetAt(account, asked.token).contract],
    ['payee', first !== undefined && sameAddress(first.address, to) && first.memo === '' && others.length === 0],
    ['amount', amount],
  ];
}

/** What the intent says otherwise than the application asked for; nothing when it is exactly that. */
export function differencesOf(account: Account, intent: Intent, asked: Asked, request: string): string[] {
  const says: readonly [string, boolean][] = [
    ['initiator', intent.initiator === account.app],
    ['request', intent.request === request],
    ['wallet', intent.wallet === account.wallet],
    ['network', intent.chain === account.chain.id],
    ['fee cap', BigInt(intent.maxFee) <= account.maxFee],
    ...saysOf(account, intent, asked),
  ];
  return says.flatMap(([what, holds]) => (holds ? [] : [what]));
}

/**
 * Asks for it as the API client: an order at the server, and, once the signer shows exactly that, the API client's own `initiate`. @throws RpcFault failed where
 * the server refuses it, or shows something else
 */
export async function ask(account: Account, asked: Asked): Promise<Order> {
  const request = randomUUID();
  try {
    const { withdraw_id: id, approval_url: approvalUrl } = await create(account, asked, request);
    const review = await shownAt(account.signer, approvalUrl, account.facts);
    const wrong = [...differencesOf(account, review.intent, asked, request), ...blockersOf(review, Date.now())];
    if (wrong.length > 0)
      throw new RpcFault(
        'failed',
        `nothing was signed: the request is another one than asked for: ${wrong.join(', ')}`,
      );
    await initiate(account, review, account.key);
    return { id, request, approvalUrl };
  } catch (error) {
    if (error instanceof ApiError) throw new RpcFault('failed', `${honestText(error.message)} (${error.code})`);
    throw error;
  }
}

const refusals: readonly number[] = [orderStatus.approvalRefused, orderStatus.rejected];

/** Where it stands; undefined where the server does not say so now: what it says later counts. */
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

/**
 * Waits until it is on its way, as callers of `eth_sendTransaction` expect. A caller that gave up changes nothing: the order goes on.
 * @throws RpcFault rejected where members refuse it; failed where it ends otherwise; limit, with the order's number, where it takes longer
 */
export async function hashOf(account: Account, order: Order, gone: AbortSignal): Promise<string> {
  const { id, request } = order;
  const told = { order: String(id), request };
  const end = Date.now() + account.waitMs;
  // Ever more rarely: approvals take a second, or an afternoon, and each look counts in the API client's rate.
  for (let pause = lookMs; Date.now() < end && !gone.aborted; pause = Math.min(pause * 1.3, mostLookMs)) {
    const stand = await standOf(account, order);
    if (stand) {
      const { status, txid, last_error } = stand;
      if (refusals.includes(status)) throw new RpcFault('rejected', `order ${id} was refused`, told);
      if (status > orderStatus.done)
        throw new RpcFault('failed', `order ${id} ended as ${status} ${honestText(last_error)}`.trim(), told);
      if (status >= orderStatus.paying && txid !== '') return txid;
    }
    await sleep(pause);
  }
  throw new RpcFault(
    'limit',
    `order ${id} still waits for its approvals: its hash is in the list of transactions then`,
    told,
  );
}
