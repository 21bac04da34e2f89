import { fromUnits } from '@holdfast/money';
import type { Recorder } from '../../audit/service.ts';
import type { OrderRequest, Submitted } from '../../orders/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import { tierRows, type Who } from '../withdraw/service.ts';
import type { Web3Deps } from './allowances.ts';
import type { Ask } from './ask.ts';
import { type CallAsk, type CallPlan, keptOf, planCall } from './call-plan.ts';
import { requestHash } from './rules.ts';
import { simulationTold } from './simulation.ts';

export type AskedCall = CallAsk & Pick<Ask, 'request_id' | 'fee_level' | 'max_fee' | 'remark'>;

const hashOf = (ask: AskedCall): string =>
  requestHash([
    ask.sub_wallet_id,
    ask.main_chain_symbol,
    ask.interactive_contract,
    ask.amount,
    ask.input_data,
    JSON.stringify(ask.outflows ?? []),
    ask.fee_level,
    ask.max_fee ?? '',
    ask.remark,
    ...(ask.comes ? [ask.comes.contract, String(ask.comes.units)] : []),
  ]);

/** What its fee is reckoned by. */
const feeRequest = ({ chain, feeAsset, own, outputs: [contract] }: CallPlan, ask: CallAsk) => ({
  ...{ chain, asset: feeAsset, subWalletId: ask.sub_wallet_id, from: own.address, changeAddress: own.change },
  ...{ to: contract?.address ?? '', amount: contract?.amount ?? 0n, memo: '', data: ask.input_data },
});

type Offer = Parameters<Web3Deps['withdraws']['askedBy']>[2];

async function requestOf(
  deps: Web3Deps,
  who: Who,
  ask: AskedCall,
  plan: CallPlan,
  offer: Offer,
): Promise<OrderRequest> {
  const { chain, feeAsset, own, outputs, outflows, call } = plan;
  return {
    ...{ kind: 'call', chain, asset: feeAsset, feeAsset, call, outputs },
    ...(await deps.withdraws.askedBy(who, own, offer)),
    subWalletId: ask.sub_wallet_id,
    requestId: ask.request_id,
    requestHash: hashOf(ask),
    remark: ask.remark,
    ...(outflows.length > 0 ? { outflows } : {}),
    simulated: keptOf(plan),
  };
}

/** What fails is not asked for: it would cost its fee, and do nothing. @throws callFails */
function demandSuccess({ simulated: { success, reason } }: CallPlan): void {
  if (!success) throw refuse('callFails', { reason: reason.slice(0, 200) });
}

/**
 * Order and hold, durable when this returns; the same request again gives the same order.
 * @throws callFails, duplicateRequest, and whatever `planCall` and the asking for a payment throw
 */
export async function askCall(deps: Web3Deps, who: Who, ask: AskedCall, record: Recorder): Promise<Submitted> {
  await deps.wallets.subWallet(who.workspaceId, ask.sub_wallet_id);
  const known = await deps.orders.repeated(who.workspaceId, 'call', ask.request_id, hashOf(ask));
  if (known) return known;
  const plan = await planCall(deps, who, ask);
  demandSuccess(plan);
  const offer = await deps.withdraws.offer(feeRequest(plan, ask), ask);
  return deps.withdraws.submit(await requestOf(deps, who, ask, plan, offer), record);
}

/** Why the rules take it from nobody; '' where they do. */
async function problemOf(deps: Web3Deps, who: Who, ask: CallAsk, plan: CallPlan, offer: Offer): Promise<string> {
  const asked = { ...ask, request_id: 'look', fee_level: 2 as const, remark: '' };
  try {
    await deps.withdraws.preview(await requestOf(deps, who, asked, plan, offer));
    return '';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.refusal === 'policyDenied' ? String(error.params.problem) : error.refusal;
  }
}

/** What it would cost at each tier; none where it would fail, since nobody knows what that takes. */
const offersFor = async (deps: Web3Deps, plan: CallPlan, ask: CallAsk) =>
  plan.simulated.success ? (await deps.withdraws.tiers(feeRequest(plan, ask))).offers : [];

/** What the call would do now, and what an order for it would say and cost. Nothing is written. */
export async function lookAtCall(deps: Web3Deps, who: Who, ask: CallAsk) {
  const plan = await planCall(deps, who, ask);
  const { success } = plan.simulated;
  const offers = await offersFor(deps, plan, ask);
  const [slow, normal = slow] = offers;
  const problem = success && normal ? await problemOf(deps, who, ask, plan, normal) : '';
  return {
    chain_id: plan.chain.id,
    from: plan.own.address,
    simulation: await simulationTold(deps, who, plan),
    outflows: plan.outflows.map(({ asset, amount, held }) => ({
      symbol: asset.symbol,
      contract_address: asset.contract,
      amount: fromUnits(amount, asset.decimals),
      allowed: fromUnits(amount - held, asset.decimals),
    })),
    fee_symbol: plan.feeAsset.symbol,
    fees: tierRows(plan, offers),
    problem,
  };
}
