import { type ChainConfig, familyOf } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import { conditionOf, deploymentIn, deployText, type NamedCode, splitInitCode } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Asset } from '../../catalog.ts';
import { type OrderRequest, type SimulatedCall, type Submitted, simulateCall } from '../../orders/service.ts';
import { Refusal, refuse } from '../../refuse.ts';
import { tierRows, type Who } from '../withdraw/service.ts';
import type { Web3Deps } from './allowances.ts';
import { type Ask, chainNamed } from './ask.ts';
import { requestHash } from './rules.ts';

/** A contract that somebody wants deployed. */
export interface DeployAsk {
  readonly sub_wallet_id: SubWalletId;
  readonly main_chain_symbol: string;
  /** `0x…` */
  readonly init_code: string;
}
export type AskedDeploy = DeployAsk & Pick<Ask, 'request_id' | 'fee_level' | 'max_fee' | 'remark'>;

const hashOf = (ask: AskedDeploy): string =>
  requestHash([ask.sub_wallet_id, ask.main_chain_symbol, ask.init_code, ask.fee_level, ask.max_fee ?? '', ask.remark]);

interface DeployPlan {
  readonly chain: ChainConfig;
  readonly feeAsset: Asset;
  readonly own: Awaited<ReturnType<Web3Deps['withdraws']['openAccount']>>;
  readonly simulated: SimulatedCall;
  /** What the intent's call says. */
  readonly call: string;
  /** Does a rule in force name it? Else it stands as bytecode without arguments, which the rules refuse. */
  readonly known: NamedCode | undefined;
}

/** What the rules in force name on a chain. */
async function namedOn({ orders }: Web3Deps, { id }: ChainConfig): Promise<NamedCode[]> {
  const { document } = await orders.policy();
  return document.senior.flatMap(({ enabled, when }) =>
    enabled === 'on' ? conditionOf(when, 'deploys').filter(({ chain }) => chain === id) : [],
  );
}

/** @throws unsupportedCoin, ambiguousCoin, callUnsimulated, and as `openAccount` does */
async function planDeploy(deps: Web3Deps, who: Who, ask: DeployAsk): Promise<DeployPlan> {
  const chain = chainNamed(deps, ask.main_chain_symbol);
  if (!familyOf(chain).hasCalls) throw refuse('unsupportedCoin', { symbol: ask.main_chain_symbol });
  const feeAsset = deps.catalog.feeAsset(chain);
  const name = { symbol: feeAsset.symbol, chain_id: chain.id, contract_address: '' };
  const own = await deps.withdraws.openAccount(who, { sub_wallet_id: ask.sub_wallet_id, ...name });
  const data = ask.init_code.slice(2);
  const split = splitInitCode(data, await namedOn(deps, chain));
  const call = split ?? deployText(data, '', '()');
  const simulated = await simulateCall(deps, chain, { from: own.address, to: '', amount: 0n, data: ask.init_code });
  return { chain, feeAsset, own, simulated, call, known: split === undefined ? undefined : deploymentIn({ call }) };
}

/** What its fee is reckoned by. */
const feeRequest = ({ chain, feeAsset, own }: DeployPlan, ask: DeployAsk) => ({
  ...{ chain, asset: feeAsset, subWalletId: ask.sub_wallet_id, from: own.address, changeAddress: own.change },
  ...{ to: '', amount: 0n, memo: '', data: ask.init_code },
});

type Offer = Parameters<Web3Deps['withdraws']['askedBy']>[2];

async function requestOf(
  deps: Web3Deps,
  who: Who,
  ask: AskedDeploy,
  plan: DeployPlan,
  offer: Offer,
): Promise<OrderRequest> {
  const { chain, feeAsset, own, call } = plan;
  return {
    ...{ kind: 'deploy', chain, asset: feeAsset, feeAsset, call },
    outputs: [{ address: own.address, amount: 0n, memo: '', entry: '', path: own.path }],
    ...(await deps.withdraws.askedBy(who, own, offer)),
    subWalletId: ask.sub_wallet_id,
    requestId: ask.request_id,
    requestHash: hashOf(ask),
    remark: ask.remark,
  };
}

/**
 * Order and hold of its fee, durable when this returns; the same request again gives the same order.
 * @throws callFails, duplicateRequest, policyDenied where no rule names the bytecode, and as `planDeploy` does
 */
export async function askDeploy(deps: Web3Deps, who: Who, ask: AskedDeploy, record: Recorder): Promise<Submitted> {
  await deps.wallets.subWallet(who.workspaceId, ask.sub_wallet_id);
  const known = await deps.orders.repeated(who.workspaceId, 'deploy', ask.request_id, hashOf(ask));
  if (known) return known;
  const plan = await planDeploy(deps, who, ask);
  if (!plan.known) throw refuse('policyDenied', { problem: 'deployNotAllowed' });
  if (!plan.simulated.success) throw refuse('callFails', { reason: plan.simulated.reason.slice(0, 200) });
  const offer = await deps.withdraws.offer(feeRequest(plan, ask), ask);
  return deps.withdraws.submit(await requestOf(deps, who, ask, plan, offer), record);
}

/** Why the rules take it from nobody; '' where they do. */
async function problemOf(deps: Web3Deps, who: Who, ask: DeployAsk, plan: DeployPlan, offer: Offer): Promise<string> {
  const asked = { ...ask, request_id: 'look', fee_level: 2 as const, remark: '' };
  try {
    await deps.withdraws.preview(await requestOf(deps, who, asked, plan, offer));
    return '';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.refusal === 'policyDenied' ? String(error.params.problem) : error.refusal;
  }
}

/** What the deployment would do now, and cost. Nothing is written. */
export async function lookAtDeploy(deps: Web3Deps, who: Who, ask: DeployAsk) {
  const plan = await planDeploy(deps, who, ask);
  const { simulated, known, feeAsset } = plan;
  // Where it would fail nobody knows what it takes.
  const offers = simulated.success ? (await deps.withdraws.tiers(feeRequest(plan, ask))).offers : [];
  const [slow, normal = slow] = offers;
  const problem = normal ? await problemOf(deps, who, ask, plan, normal) : '';
  return {
    ...{ chain_id: plan.chain.id, from: plan.own.address },
    ...{ bytecode_hash: known ? `0x${known.code}` : '', inputs: known?.inputs ?? '' },
    ...{ success: simulated.success, reason: simulated.reason.slice(0, 200) },
    ...{ fee_symbol: feeAsset.symbol, fees: tierRows(plan, offers), problem: known ? problem : 'deployNotAllowed' },
  };
}
