import { familyOf, type ResourceFees, type ResourceUse } from '@holdfast/chains';
import { errorEntry, type Language, messageOf, orderStatus } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { isSolo, type PolicyDocument } from '@holdfast/policy';
import type { FeeOffers } from '../../chains/fees.ts';
import type { Balance } from '../../ledger/service.ts';
import { totalOf } from '../../ledger/service.ts';
import { attemptedBy, isAgain, type Order } from '../../orders/service.ts';
import { explorerUrl } from '../../reference.ts';
import type { Refusal } from '../../refuse.ts';
import type { Estimated } from './fees.ts';
import type { WithdrawService } from './service.ts';
import { tierRows } from './tiers.ts';

type Coin = ReturnType<WithdrawService['coinOf']>;
type AddressFacts = Awaited<ReturnType<WithdrawService['address']>>;

/** What a sub-wallet has of a coin, and of the coin that its fees are paid in. */
export function balanceRow({ asset, feeAsset }: Coin, balance: Balance, fee: Balance) {
  const text = (units: bigint): string => fromUnits(units, asset.decimals);
  return {
    symbol: asset.symbol,
    normal_balance: text(balance.available),
    lock_balance: text(balance.frozen),
    collecting_balance: text(balance.collecting),
    pending_balance: text(balance.pending_in),
    hold_balance: text(balance.held),
    staked_balance: text(balance.staked),
    total_balance: text(totalOf(balance)),
    fee_symbol: feeAsset.symbol,
    fee_balance: fromUnits(fee.available, feeAsset.decimals),
  };
}

/** Everything known about a destination, as of `now`. */
export const addressRow = (
  { checked, own, gathers, contract, lastUsed, similar, listed, proposed, memo }: AddressFacts,
  now: Date,
) => ({
  valid: checked.ok,
  reason: checked.ok ? ('' as const) : checked.reason,
  network: checked.ok ? '' : checked.network,
  token: checked.ok ? '' : checked.token,
  address: checked.ok ? checked.address : '',
  is_contract: contract,
  is_own: own ? { sub_wallet_id: own.subWalletId } : null,
  gathers,
  is_white: listed !== undefined && listed.effectiveAt <= now,
  white_id: listed?.hash ?? '',
  white_label: listed?.label ?? '',
  white_from: listed?.effectiveAt ?? null,
  white_change: proposed ? { audit_id: proposed.id, label: proposed.label } : null,
  need_memo: memo,
  first_time: lastUsed === null,
  last_used_at: lastUsed,
  similar_to: similar,
});

/** Of what the fee of the normal tier is made. */
const resourceRow = (
  { bandwidth, energy, activationFee, memoFee, feeLimit, firstOfToken }: ResourceFees,
  text: (units: bigint) => string,
) => {
  const use = ({ needed, covered, fee }: ResourceUse) => ({
    needed: String(needed),
    covered: String(covered),
    fee: text(fee),
  });
  return {
    bandwidth: use(bandwidth),
    energy: use(energy),
    activation_fee: text(activationFee),
    memo_fee: text(memoFee),
    fee_limit: text(feeLimit),
    first_of_token: firstOfToken,
  };
};

/** Three tiers, some of their values twice, as the wire has them. */
/** Names in one sentence. */
const namesMost = 20;

export function feeRow(
  { chain, feeAsset }: Coin,
  { offers, gasLimit, size, estimated, joins }: FeeOffers & Estimated,
  expires: Date,
) {
  const text = (units: bigint): string => fromUnits(units, feeAsset.decimals);
  const { feeUnit } = familyOf(chain);
  const tiers = tierRows({ chain, feeAsset }, offers);
  const [rate1 = '0', rate2 = '0', rate3 = '0'] = offers.map(({ rate }) => rate);
  const normal = tiers[1];
  const { resources } = offers[1] ?? {};
  return {
    fee_symbol: feeAsset.symbol,
    fee_unit: feeUnit,
    fee_rate1: rate1,
    fee_rate2: rate2,
    fee_rate3: rate3,
    size,
    gas_limit: String(gasLimit),
    gas_price1: rate1,
    gas_price2: rate2,
    gas_price3: rate3,
    fee: normal?.fee ?? '0',
    max_fee: normal?.max_fee ?? '0',
    trans_fee: normal?.fee ?? '0',
    estimated,
    resources: resources ? resourceRow(resources, text) : null,
    joins: joins ? { addresses: joins.addresses, names: joins.names.slice(0, namesMost) } : null,
    tiers,
    expire_at: expires,
  };
}

const modes = { account: 'nonce_replace', utxo: 'rbf', timed: '' } as const;

/** What speeding a payment up would cost, and what was tried so far: the payment itself first. */
export function speedUpRow(
  found: Awaited<ReturnType<WithdrawService['speedUp']['info']>>,
  urlOf: (order: Order) => string,
) {
  const { order, attempts, feeAsset, problem, offers } = found;
  return {
    problem,
    mode: problem === '' ? modes[familyOf(found.chain).model] : ('' as const),
    fee_symbol: feeAsset.symbol,
    fee_balance: fromUnits(found.available, feeAsset.decimals),
    max_fee: fromUnits(found.highest, feeAsset.decimals),
    tiers: tierRows(found, offers),
    approval_needed: found.approvalNeeded,
    attempts: [order, ...attempts].map((one) => attemptRow(found, one, urlOf)),
  };
}

function attemptRow(
  {
    order: { id: payment, mined_height: mined, mined_as: as },
    chain,
    feeAsset,
  }: Pick<Coin, 'chain' | 'feeAsset'> & { order: Order },
  order: Order,
  urlOf: (order: Order) => string,
) {
  return {
    withdraw_id: order.id,
    kind: isAgain(order) ? ('bump' as const) : (attemptedBy(order.kind) ?? ('payment' as const)),
    status: order.status,
    sub_status: order.sub_status,
    txid: order.txid ?? '',
    explorer_url: explorerUrl(chain, order.txid ?? ''),
    max_fee: fromUnits(order.max_fee, feeAsset.decimals),
    mined: mined !== null && (as ?? payment) === order.id,
    created_at: order.created_at,
    approval_url: order.status === orderStatus.awaitingApproval ? urlOf(order) : '',
  };
}

/** What every answer to a dry run says, whether or not it passed. */
export const dryRunRow = ({ feeAsset }: Coin, document: PolicyDocument, maxFee: bigint) => ({
  policy_version: document.version,
  fee_symbol: feeAsset.symbol,
  max_fee: fromUnits(maxFee, feeAsset.decimals),
});

/** What goes with a refusal by a limit (`overLimit`). */
const mostIn = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'most' in data && typeof data.most === 'string' ? data.most : null;

/** Why it was refused. */
export const refusedRow = ({ refusal, params, data }: Refusal, language: Language, document: PolicyDocument) => ({
  pass: false,
  reason_code: errorEntry(refusal).code,
  reason: messageOf(language, refusal, params),
  most: mostIn(data),
  rule: null,
  action: 'refuse' as const,
  approval_needed: false,
  solo_mode: isSolo(document),
  approvers_preview: [],
  value_unknown: '' as const,
  limits: [],
});
