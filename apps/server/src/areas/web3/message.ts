import { familyOf } from '@holdfast/chains';
import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import {
  MessageError,
  messageIn,
  outflowsOf,
  parseIntent,
  parseTypedData,
  type ReadMessage,
  readMessage,
  type TypedData,
  textMessage,
  typedMessage,
  typedText,
} from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { OrderOutflow, OrderRequest, Submitted } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import type { Web3Deps } from './allowances.ts';
import { chainNamed } from './ask.ts';
import { outputOf, tokenAt } from './call-plan.ts';
import { findMessage } from './queries.ts';
import { requestHash } from './rules.ts';

/** A message as it came over the wire: a text, or typed data as JSON. */
export interface MessageAsk {
  readonly request_id: string;
  readonly sub_wallet_id: SubWalletId;
  readonly main_chain_symbol: string;
  readonly message?: string | undefined;
  readonly typed_data?: string | undefined;
  readonly remark: string;
}
type Asset = NonNullable<ReturnType<typeof tokenAt>>;
type Outflows = readonly (OrderOutflow & { readonly asset: Asset })[];

const hashOf = (ask: MessageAsk): string =>
  requestHash([ask.sub_wallet_id, ask.main_chain_symbol, ask.message ?? '', ask.typed_data ?? '', ask.remark]);

/** What cannot be read is not asked for. @throws messageUnreadable */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MessageError) throw refuse('messageUnreadable', { reason: error.message.slice(0, 200) });
    throw error;
  }
}

/** @throws invalidParameters where it is not one of the two */
function saidIn({ message, typed_data }: MessageAsk): TypedData | string {
  if (typed_data === undefined && message !== undefined) return message;
  if (typed_data === undefined || message !== undefined) throw refuse('invalidParameters', { field: 'typed_data' });
  return readable(() => parseTypedData(typed_data));
}

const callOf = (said: TypedData | string, outflows: Outflows): string =>
  readable(() =>
    typeof said === 'string'
      ? textMessage(said)
      : typedMessage(
          said,
          outflows.map(({ asset: { contract, decimals, symbol }, amount }) => ({
            ...{ contract, symbol, units: amount, decimals: String(decimals) },
          })),
        ),
  );

/** All that may be taken of each listed token: of what nobody lists nothing is said, since nobody counts it. */
function outflowsIn(deps: Web3Deps, chain: Parameters<typeof tokenAt>[1], { leaves }: ReadMessage): Outflows {
  const units = new Map<string, bigint>();
  for (const { token, units: more } of leaves) units.set(token, (units.get(token) ?? 0n) + more);
  return [...units].flatMap(([contract, amount]) => {
    const asset = amount > 0n ? tokenAt(deps, chain, contract) : undefined;
    return asset ? [{ asset, asset_id: asset.id, amount, held: 0n }] : [];
  });
}

async function requestOf(deps: Web3Deps, who: Who, ask: MessageAsk): Promise<OrderRequest> {
  const chain = chainNamed(deps, ask.main_chain_symbol);
  if (!familyOf(chain).messages) throw refuse('unsupportedCoin', { symbol: ask.main_chain_symbol });
  const feeAsset = deps.catalog.feeAsset(chain);
  const name = { symbol: feeAsset.symbol, chain_id: chain.id, contract_address: '' };
  const own = await deps.withdraws.openAccount(who, { sub_wallet_id: ask.sub_wallet_id, ...name });
  const said = saidIn(ask);
  const read = readMessage({ call: callOf(said, []), chain: chain.id, from: own.address });
  if (read === 'messageElsewhere') throw refuse('messageElsewhere', { network: chain.name });
  if (typeof read === 'string') throw refuse('messageUnreadable', { reason: read });
  const outflows = outflowsIn(deps, chain, read);
  const leaving = outflows.map(({ asset }) => asset);
  const coin = { chain, feeAsset };
  const outputs =
    read.names[0] === own.address
      ? [{ address: own.address, amount: 0n, memo: '', entry: '', path: own.path }]
      : await Promise.all(read.names.map((address) => outputOf(deps, who, coin, leaving, address)));
  return {
    ...{ kind: 'message', chain, asset: feeAsset, feeAsset, call: callOf(said, outflows), outputs },
    ...(await deps.withdraws.askedBy(who, own, { maxFee: 0n, plan: {} })),
    subWalletId: ask.sub_wallet_id,
    requestId: ask.request_id,
    requestHash: hashOf(ask),
    remark: ask.remark,
    ...(outflows.length > 0 ? { outflows } : {}),
  };
}

/**
 * The order, durable when this returns; the same request again gives the same order.
 * @throws messageUnreadable, messageElsewhere, unsupportedCoin, ambiguousCoin, invalidParameters, coinUnverified, duplicateRequest, and as the asking for a payment does
 */
export async function askMessage(deps: Web3Deps, who: Who, ask: MessageAsk, record: Recorder): Promise<Submitted> {
  await deps.wallets.subWallet(who.workspaceId, ask.sub_wallet_id);
  const known = await deps.orders.repeated(who.workspaceId, 'message', ask.request_id, hashOf(ask));
  return known ?? deps.withdraws.submit(await requestOf(deps, who, ask), record);
}

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** A message as it was asked for, and its signature once there is one. @throws orderNotFound */
export async function messageOf(deps: Web3Deps, workspaceId: WorkspaceId, id: OrderId) {
  const found = await findMessage(deps.db, workspaceId, id);
  const intent = found && parseIntent(found.intent);
  const read = intent && messageIn(intent);
  if (!intent || !read) throw refuse('orderNotFound', {});
  const { said, digest, deed, raw } = read;
  return {
    trans_id: id,
    status: found.status,
    chain_id: intent.chain,
    address_from: intent.from,
    form: said.form,
    message: said.form === 'text' ? said.text : typedText(said.typed),
    digest: hex(digest),
    deed,
    bounded: !raw,
    outflows: outflowsOf(intent).map(({ symbol, contract, units, decimals }) => ({
      ...{ symbol, contract_address: contract, units: String(units), decimals: Number(decimals) },
    })),
    signature: found.raw ?? '',
  };
}
