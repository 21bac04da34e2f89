import { orderStatus, transactionType } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { isSolo } from '@holdfast/policy';
import { type Catalog, centsText } from '../../catalog.ts';
import { speedsUp } from '../../chains/facts.ts';
import { holds } from '../../http/access.ts';
import type { MemberCaller } from '../../http/context.ts';
import { nameIn } from '../../nodes.ts';
import { orderKindOf, stakeToldOf } from '../../orders/service.ts';
import type { Entry } from './entry.ts';
import { actionsOf, confirmationsOf } from './rules.ts';
import { nftsOf, nftsTold, otherSide, type Surroundings } from './surroundings.ts';

export interface View extends Surroundings {
  readonly catalog: Catalog;
  readonly caller: MemberCaller;
}

const outputsOf = ({ outputs, address_to, amount, memo }: Entry) =>
  outputs ?? [{ address: address_to, amount: String(amount), memo }];

/** Whom it pays, each by name and with what the row of a batch remarks; a deposit pays one of ours, which no book lists. */
function toldOutputs(entry: Entry, view: View) {
  const all = outputsOf(entry);
  const isOrder = entry.type === transactionType.withdraw;
  const remarks = isOrder ? (view.rowRemarks.get(entry.id) ?? []) : [];
  return all.map(({ address, amount, memo }, at) => ({
    ...{ address, amount: fromUnits(BigInt(amount), entry.decimals), memo },
    label: isOrder ? labelFor(view, { chain: entry.chain, address, memo }) : '',
    remark: remarks[at] ?? '',
  }));
}

/** What went back of a deposit; null as long as that is not paid. */
const refundedAmount = ({ refund_status: status, refund_amount: amount, decimals }: Entry): string | null =>
  status === orderStatus.done && amount !== null ? fromUnits(amount, decimals) : null;

/** What the address book calls somebody, for whoever may read that book. */
const labelFor = ({ labelOf, caller }: View, party: Parameters<View['labelOf']>[0]): string =>
  holds(caller, 'addressBook.read') ? labelOf(party) : '';

/** What the address book calls the other side. */
function labelIn(entry: Entry, view: View): string {
  // The memo of a deposit is told to us, and says nothing of who paid.
  const memo = entry.type !== transactionType.withdraw ? '' : entry.memo;
  return labelFor(view, { chain: entry.chain, address: otherSide(entry), memo });
}

/** Which NFTs it is about, under the names that their makers gave them; null where it is about none. */
function nftTold(entry: Entry, { nftNamed }: View) {
  const all = nftsOf(entry);
  if (all.length === 0) return null;
  const items = all.slice(0, nftsTold).map((one) => {
    const { collection, name, folded } = nftNamed({ ...one, chain: entry.chain });
    return {
      ...{ contract_address: one.contract, token_id: String(one.tokenId), amount: String(one.amount) },
      ...{ collection, nft_name: name, folded },
    };
  });
  return { count: String(all.reduce((sum, { amount }) => sum + amount, 0n)), items };
}

/** Whether something comes or goes by it. */
function directionOf({ type, way }: Entry, stays: boolean): 'in' | 'out' | 'none' {
  if (way !== '') return way;
  if (stays) return 'none';
  return type === transactionType.withdraw ? 'out' : 'in';
}

/** One line on the wire, in a coin that is no longer configured too. */
export function entryRow(entry: Entry, view: View) {
  const chain = view.catalog.chain(entry.chain);
  const feeText = (units: bigint): string => fromUnits(units, entry.fee_decimals);
  const out = entry.type === transactionType.withdraw;
  const stake = stakeToldOf(entry);
  const nft = nftTold(entry, view);
  return {
    id: entry.id,
    type: out ? transactionType[orderKindOf(entry).listed] : entry.type,
    direction: nft ? directionOf(entry, false) : directionOf(entry, stake !== null),
    stake,
    nft,
    request_id: entry.request_id,
    sub_wallet_id: entry.sub_wallet_id,
    sub_wallet_name: view.walletNames.get(entry.sub_wallet_id) ?? '',
    symbol: entry.symbol,
    symbol_alias: entry.symbol,
    base_symbol: chain?.baseSymbol ?? '',
    coin_net: chain?.name ?? entry.chain,
    icon: entry.symbol.toLowerCase(),
    contract_address: entry.contract,
    amount: fromUnits(entry.amount, entry.decimals),
    address_from: entry.address_from,
    address_to: entry.address_to,
    counterparty_label: labelIn(entry, view),
    counterparty_own: view.isOwn({ chain: entry.chain, address: otherSide(entry) }),
    outputs: toldOutputs(entry, view),
    memo: entry.memo,
    customer: entry.customer,
    customer_state: entry.customer_state,
    txid: entry.txid,
    fee_symbol: entry.fee_symbol,
    fee: feeText(entry.max_fee),
    real_fee: entry.real_fee === null ? null : feeText(entry.real_fee),
    fee_worth_usd: entry.fee_worth_cents === null ? null : centsText(entry.fee_worth_cents),
    status: entry.status,
    sub_status: entry.sub_status,
    // Of one member alone the approval is the signature.
    awaits_initiator: entry.unsigned && !isSolo(view.document),
    confirmations: confirmationsOf(entry, view.heights.get(entry.chain)),
    confirmations_needed: out ? (chain?.confirmations.withdraw ?? 0) : entry.needed,
    tx_height: entry.height,
    withdraw_source: entry.source,
    remark: entry.remark,
    batch_name: entry.batch_name,
    note: entry.note,
    tags: [...entry.tags],
    refund_amount: refundedAmount(entry),
    worth_usd: entry.worth_cents === null ? null : centsText(entry.worth_cents),
    initiator: entry.initiator,
    initiator_name: entry.initiator === '' ? '' : nameIn(view.document, entry.initiator),
    can: actionsOf(
      entry,
      (access) => holds(view.caller, access, entry.sub_wallet_id),
      chain !== undefined && speedsUp(chain),
    ),
    created_at: entry.created_at,
    updated_at: entry.updated_at,
  };
}
