import type { ChainConfig } from '@holdfast/chains';
import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { MemberCaller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { Who } from '../withdraw/service.ts';
import { allowancesOf, type Web3Deps } from './allowances.ts';
import { type Allowed, allowedTo } from './allowed.ts';
import { type Ask, askAllowance } from './ask.ts';
import { type AskedCall, askCall, lookAtCall } from './call.ts';
import type { CallAsk } from './call-plan.ts';
import { askDeploy, type DeployAsk, lookAtDeploy } from './deploy.ts';
import { infoOf } from './info.ts';
import { askMessage, type MessageAsk, messageOf } from './message.ts';
import { isWeb3 } from './queries.ts';

export type { Web3Deps } from './allowances.ts';
export type Web3Service = ReturnType<typeof createWeb3>;

interface Asked
  extends Omit<Ask, 'interactive_contract'>,
    Pick<CallAsk, 'outflows'>,
    Pick<MessageAsk, 'message' | 'typed_data'> {
  readonly trans_type: '0' | '1' | '2' | '3';
  readonly interactive_contract?: string | undefined;
  readonly input_data?: string | undefined;
  readonly init_code?: string | undefined;
}

/** @throws orderNotFound for what is no web3 transaction, and as cancelling a payment does */
async function cancel(deps: Web3Deps, caller: MemberCaller, id: OrderId, remark: string, record: Recorder) {
  if (!(await isWeb3(deps.db, caller.workspaceId, id))) throw refuse('orderNotFound', {});
  return deps.withdraws.cancel(caller, id, remark, record);
}

/** A call, a message, a deployment, or what a spender may take; which of them it is says what came with it. @throws invalidParameters */
function ask(deps: Web3Deps, who: Who, asked: Asked, record: Recorder) {
  const { trans_type, input_data, init_code, interactive_contract, message, typed_data, ...shared } = asked;
  if (trans_type === '2') return askMessage(deps, who, { ...shared, message, typed_data }, record);
  if (trans_type === '3') {
    if (init_code === undefined) throw refuse('invalidParameters', { field: 'init_code' });
    return askDeploy(deps, who, { ...shared, init_code }, record);
  }
  if (interactive_contract === undefined) throw refuse('invalidParameters', { field: 'interactive_contract' });
  const rest = { ...shared, interactive_contract };
  if (trans_type === '0') return askAllowance(deps, who, rest, record);
  if (input_data === undefined) throw refuse('invalidParameters', { field: 'input_data' });
  return askCall(deps, who, { ...rest, input_data }, record);
}

/** What contracts may take of sub-wallets, and what is called of them. */
export const createWeb3 = (deps: Web3Deps) => ({
  allowances: (workspaceId: WorkspaceId, subWalletId: SubWalletId) => allowancesOf(deps, workspaceId, subWalletId),
  allowed: (chain: ChainConfig, owner: string, what: Allowed) => allowedTo(deps, chain, owner, what),
  info: (workspaceId: WorkspaceId, subWalletId: SubWalletId, chain: string) =>
    infoOf(deps, workspaceId, subWalletId, chain),
  cancel: (caller: MemberCaller, id: OrderId, remark: string, record: Recorder) =>
    cancel(deps, caller, id, remark, record),
  ask: (who: Who, asked: Asked, record: Recorder) => ask(deps, who, asked, record),
  message: (workspaceId: WorkspaceId, id: OrderId) => messageOf(deps, workspaceId, id),
  /** A call that says what it brings. */
  swap: (who: Who, asked: AskedCall, record: Recorder) => askCall(deps, who, asked, record),
  look: (who: Who, asked: CallAsk) => lookAtCall(deps, who, asked),
  lookAtDeploy: (who: Who, asked: DeployAsk) => lookAtDeploy(deps, who, asked),
});
