import { familyOf } from '@holdfast/chains';
import { errorEntry, messageOf, orderStatus, withdraw } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { basicFor, bookInForce, isSolo } from '@holdfast/policy';
import { factsOf } from '../../chains/facts.ts';
import type { Clock } from '../../clock.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { totalOf } from '../../ledger/service.ts';
import { nodesOf } from '../../nodes.ts';
import type { OrdersService } from '../../orders/service.ts';
import { Refusal } from '../../refuse.ts';
import type { QrcService } from '../qrc/service.ts';
import type { Draft, WithdrawService } from './service.ts';

type WithdrawHandlers = Handlers<typeof withdraw>;
export interface WithdrawRoutes {
  readonly clock: Clock;
  readonly service: WithdrawService;
  readonly orders: OrdersService;
  readonly qrcs: QrcService;
}

const offerMs = 60_000;

function infoHandlers({ clock, service, orders }: WithdrawRoutes) {
  return {
    symbolBalance: async ({ sub_wallet_id, symbol }, { caller: { workspaceId } }) => {
      const { chain, asset, feeAsset } = service.coinOf(symbol);
      await service.account(workspaceId, sub_wallet_id, chain);
      const balance = await service.balance(workspaceId, sub_wallet_id, symbol);
      const fee = await service.balance(workspaceId, sub_wallet_id, feeAsset.symbol);
      const text = (units: bigint): string => fromUnits(units, asset.decimals);
      return {
        symbol,
        normal_balance: text(balance.available),
        lock_balance: text(balance.frozen),
        collecting_balance: text(balance.collecting),
        pending_balance: text(balance.pending_in),
        hold_balance: text(balance.held),
        total_balance: text(totalOf(balance)),
        fee_symbol: feeAsset.symbol,
        fee_balance: fromUnits(fee.available, feeAsset.decimals),
      };
    },
    info: async ({ sub_wallet_id, symbol }, { caller }) => {
      const { chain, asset, feeAsset } = service.coinOf(symbol);
      const account = await service.account(caller.workspaceId, sub_wallet_id, chain);
      const [balance, fee, frozen, used, policy] = await Promise.all([
        service.balance(caller.workspaceId, sub_wallet_id, symbol),
        service.balance(caller.workspaceId, sub_wallet_id, feeAsset.symbol),
        service.suspended(caller.workspaceId, [symbol, feeAsset.symbol]),
        service.usedToday(who(caller), sub_wallet_id, symbol),
        orders.policy(),
      ]);
      const strategy = basicFor(policy.document, String(sub_wallet_id));
      const text = (units: bigint): string => fromUnits(units, asset.decimals);
      return {
        symbol,
        base_symbol: chain.baseSymbol,
        coin_net: chain.name,
        normal_balance: text(balance.available),
        lock_balance: text(balance.frozen),
        min_withdraw: text(BigInt(asset.minWithdraw)),
        max_withdraw: text(BigInt(asset.maxWithdraw)),
        decimals: asset.decimals,
        fee_symbol: feeAsset.symbol,
        fee_decimals: feeAsset.decimals,
        fee_balance: fromUnits(fee.available, feeAsset.decimals),
        enable_withdraw: !frozen,
        disabled_reason: frozen ? 'frozen' : '',
        support_memo: false,
        coin_type: factsOf(chain).coinType,
        white_status: bookInForce(policy.document.book, policy.held, clock().getTime()).mode === 'on',
        sign_protect: strategy?.signProtection === 'on',
        solo_mode: isSolo(policy.document),
        address_from: account.address,
        withdraw_confirmation: chain.confirmations.withdraw,
        limits: { day_used: text(used), day_limit: null },
        delegate: { available: false, enabled: false },
      };
    },
    addressInfo: async ({ symbol, address }, { caller }) => {
      const { checked, own, contract, lastUsed, similar, listed } = await service.address(caller, symbol, address);
      return {
        valid: checked.ok,
        reason: checked.ok ? '' : checked.reason,
        address: checked.ok ? checked.address : '',
        is_contract: contract,
        is_own: own ? { sub_wallet_id: own.subWalletId } : null,
        is_white: listed !== undefined && listed.effectiveAt <= clock(),
        white_id: listed?.hash ?? '',
        white_label: listed?.label ?? '',
        white_from: listed?.effectiveAt ?? null,
        need_memo: false,
        first_time: lastUsed === null,
        last_used_at: lastUsed,
        similar_to: similar,
      };
    },
  } satisfies Partial<WithdrawHandlers>;
}

function feeHandlers({ clock, service, orders }: WithdrawRoutes) {
  return {
    gasEstimate: async ({ sub_wallet_id, symbol, amount, to }, { caller }) => {
      const { offers, gasLimit, size, feeAsset } = await service.offers(who(caller), sub_wallet_id, symbol, to, amount);
      const { chain } = service.coinOf(symbol);
      const text = (units: bigint): string => fromUnits(units, feeAsset.decimals);
      const { feeUnit, waitSeconds } = familyOf(chain);
      const tiers = offers.map(({ level, rate, fee, maxFee }) => ({
        fee_level: level,
        fee_rate: rate,
        fee: text(fee),
        max_fee: text(maxFee),
        wait_seconds: waitSeconds[level - 1] ?? waitSeconds[1],
      }));
      const rate = (level: number): string => offers[level - 1]?.rate ?? '0';
      const normal = tiers[1];
      return {
        fee_symbol: feeAsset.symbol,
        fee_unit: feeUnit,
        fee_rate1: rate(1),
        fee_rate2: rate(2),
        fee_rate3: rate(3),
        size,
        gas_limit: String(gasLimit),
        gas_price1: rate(1),
        gas_price2: rate(2),
        gas_price3: rate(3),
        fee: normal?.fee ?? '0',
        max_fee: normal?.max_fee ?? '0',
        trans_fee: normal?.fee ?? '0',
        fee_changeable: true,
        tiers,
        expire_at: new Date(clock().getTime() + offerMs),
      };
    },
    limitCheck: async (input, { caller, language }) => {
      const me = who(caller);
      const policy = await orders.policy();
      const solo = isSolo(policy.document);
      const version = policy.document.version;
      const ask = { ...input, memo: input.memo ?? '', remark: '' };
      const { feeAsset } = service.coinOf(input.symbol);
      let made: Draft | undefined;
      let rules: Awaited<ReturnType<WithdrawService['preview']>>;
      try {
        made = await service.draft(me, ask, 'dry-run');
        await service.checkBalance(me.workspaceId, input.sub_wallet_id, made.payment);
        rules = await service.preview(me.workspaceId, made.payment);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return {
          pass: false,
          reason_code: errorEntry(error.refusal).code,
          reason: messageOf(language, error.refusal, error.params),
          rule: null,
          action: 'refuse' as const,
          policy_version: version,
          approval_needed: false,
          solo_mode: solo,
          approvers_preview: [],
          kyt_needed: false,
          fee_symbol: feeAsset.symbol,
          max_fee: made ? fromUnits(made.payment.maxFee, feeAsset.decimals) : '0',
        };
      }
      const { evaluation, document } = rules;
      return {
        pass: true,
        reason_code: 0,
        reason: '',
        rule: evaluation.rule ?? null,
        action: evaluation.action,
        policy_version: version,
        approval_needed: evaluation.nodes.length > 0,
        solo_mode: evaluation.solo,
        approvers_preview: nodesOf(evaluation, document),
        kyt_needed: false,
        fee_symbol: feeAsset.symbol,
        max_fee: fromUnits(made.payment.maxFee, feeAsset.decimals),
      };
    },
  } satisfies Partial<WithdrawHandlers>;
}

function orderHandlers({ service, orders, qrcs }: WithdrawRoutes) {
  return {
    create: async ({ request_id, ...ask }, { caller, record }) => {
      const made = await service.create(who(caller), ask, request_id, record);
      const { id, status, duplicated, intentId, digest } = made;
      return {
        withdraw_id: id,
        status,
        need_sign: status === orderStatus.awaitingApproval,
        duplicated,
        approval_url: orders.approvalUrl(intentId, digest),
      };
    },
    cancel: async ({ withdraw_id, remark }, { caller, record }) => ({
      withdraw_id,
      status: await service.cancel(caller, withdraw_id, remark, record),
    }),
    audit: async ({ withdraw_id, signer }, { caller, record }) => {
      const { url } = await orders.openApproval(
        caller.workspaceId,
        withdraw_id,
        caller.memberId,
        Math.max(0, signer - 1),
        record,
      );
      const { qrc_id, content, expire_at } = await qrcs.generate(who(caller), withdraw_id);
      return { withdraw_id, approval_url: url, qrc_id, content, expire_at };
    },
  } satisfies Partial<WithdrawHandlers>;
}

export function bindWithdraw(app: HttpApp, deps: WithdrawRoutes): void {
  const handlers: WithdrawHandlers = { ...infoHandlers(deps), ...feeHandlers(deps), ...orderHandlers(deps) };
  bind(app, withdraw, handlers);
}
