import { familyOf } from '@holdfast/chains';
import { withdraw } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { basicFor, bookInForce, isSolo } from '@holdfast/policy';
import { factsOf } from '../../chains/facts.ts';
import type { Clock } from '../../clock.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { type MemberCaller, who } from '../../http/context.ts';
import type { Order, OrdersService, Submitted } from '../../orders/service.ts';
import { Refusal } from '../../refuse.ts';
import type { QrcService } from '../qrc/service.ts';
import { childRow } from './child-wire.ts';
import type { Draft } from './draft.ts';
import { passedRow } from './passed.ts';
import { refundRow } from './refund-wire.ts';
import type { WithdrawService } from './service.ts';
import { takenRow } from './taken.ts';
import { addressRow, balanceRow, dryRunRow, feeRow, refusedRow, speedUpRow } from './wire.ts';

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
    symbolBalance: async ({ sub_wallet_id, ...name }, { caller: { workspaceId } }) => {
      const coin = service.coinOf(name);
      await service.account(workspaceId, sub_wallet_id, coin.chain);
      const balance = await service.balance(workspaceId, sub_wallet_id, coin.asset.id);
      return balanceRow(coin, balance, await service.balance(workspaceId, sub_wallet_id, coin.feeAsset.id));
    },
    info: async ({ sub_wallet_id, ...name }, { caller }) => {
      const coin = service.coinOf(name);
      const { chain, asset, feeAsset } = coin;
      const account = await service.account(caller.workspaceId, sub_wallet_id, chain);
      const policy = await orders.policy();
      const [balance, fee, unpayable, day] = await Promise.all([
        service.balance(caller.workspaceId, sub_wallet_id, asset.id),
        service.balance(caller.workspaceId, sub_wallet_id, feeAsset.id),
        service.unpayable(caller, sub_wallet_id, coin),
        service.dayLimit(who(caller), sub_wallet_id, coin, policy.document),
      ]);
      const strategy = basicFor(policy.document, String(sub_wallet_id));
      const text = (units: bigint): string => fromUnits(units, asset.decimals);
      return {
        symbol: asset.symbol,
        base_symbol: chain.baseSymbol,
        coin_net: chain.name,
        normal_balance: text(balance.available),
        payable_balance: text(await service.payable(coin, sub_wallet_id, balance.available)),
        lock_balance: text(balance.frozen),
        min_withdraw: text(BigInt(asset.minWithdraw)),
        max_withdraw: text(BigInt(asset.maxWithdraw)),
        decimals: asset.decimals,
        fee_symbol: feeAsset.symbol,
        fee_decimals: feeAsset.decimals,
        fee_balance: fromUnits(fee.available, feeAsset.decimals),
        enable_withdraw: unpayable === '',
        disabled_reason: unpayable,
        support_memo: familyOf(chain).memo !== 'none',
        coin_type: factsOf(chain).coinType,
        white_status: bookInForce(policy.document.book, policy.graceRules, clock().getTime()).mode === 'on',
        sign_protect: strategy?.signProtection === 'on',
        solo_mode: isSolo(policy.document),
        address_from: account.address,
        withdraw_confirmation: chain.confirmations.withdraw,
        limits: { day_used: text(day.used), day_limit: day.limit === null ? null : text(day.limit) },
      };
    },
    addressInfo: async ({ address: text, memo = '', sub_wallet_id: from, ...name }, { caller }) =>
      addressRow(await service.address(caller, name, { text, memo }, from), clock()),
    addressName: ({ named, ...name }) => service.registered(name, named),
    addressLink: async ({ link, ...name }) => service.paymentLink(name, link),
  } satisfies Partial<WithdrawHandlers>;
}

function feeHandlers({ clock, service, orders }: WithdrawRoutes) {
  return {
    gasEstimate: async ({ sub_wallet_id: subWalletId, amount, to, memo = '', inputs, ...coin }, { caller }) => {
      const offers = await service.offers(who(caller), { subWalletId, coin, amount, to, memo, inputs });
      return feeRow(service.coinOf(coin), offers, new Date(clock().getTime() + offerMs));
    },
    limitCheck: async (input, { caller, language }) => {
      const me = who(caller);
      const { document } = await orders.policy();
      const ask = { ...input, memo: input.memo ?? '', remark: '' };
      const coin = service.coinOf(input);
      let made: Draft | undefined;
      try {
        made = await service.draft(me, ask, 'dry-run');
        await service.checkBalance(made.request);
        return {
          ...passedRow(await service.previewToTell(made.request)),
          ...dryRunRow(coin, document, made.request.maxFee),
        };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const refused = refusedRow(error, language, document);
        return { ...refused, ...dryRunRow(coin, document, made?.request.maxFee ?? 0n) };
      }
    },
  } satisfies Partial<WithdrawHandlers>;
}

function speedUpHandlers({ service: { speedUp }, orders }: WithdrawRoutes) {
  async function takenBy({ memberId: member }: MemberCaller, made: Submitted) {
    const { document: policy } = await orders.policy();
    return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member }));
  }
  return {
    speedUpInfo: async ({ withdraw_id, action }, { caller }) => {
      const { document: policy } = await orders.policy();
      const urlOf = ({ intent_id, digest }: Order) =>
        orders.approvalUrl(intent_id, digest, { policy, member: caller.memberId });
      return speedUpRow(await speedUp.info(who(caller), withdraw_id, action), urlOf);
    },
    speedUp: async ({ request_id, ...ask }, { caller, record }) =>
      takenBy(caller, await speedUp.ask(who(caller), 'speed_up', ask, request_id, record)),
    drop: async ({ request_id, ...ask }, { caller, record }) =>
      takenBy(caller, await speedUp.ask(who(caller), 'drop', ask, request_id, record)),
  } satisfies Partial<WithdrawHandlers>;
}

function bumpHandlers({ service: { bumpRules } }: WithdrawRoutes) {
  return {
    bumpRule: ({ sub_wallet_id: subWalletId, ...name }, { caller }) => bumpRules.of({ ...caller, subWalletId, name }),
    setBumpRule: async ({ sub_wallet_id: subWalletId, after_minutes, times, ...name }, { caller, record }) => {
      const rule = after_minutes === undefined ? undefined : { after_minutes, times };
      await bumpRules.set({ ...caller, subWalletId, name }, rule, record);
      return {};
    },
  } satisfies Partial<WithdrawHandlers>;
}

function childHandlers({ service: { child }, orders }: WithdrawRoutes) {
  return {
    childInfo: async ({ sub_wallet_id: subWalletId, txid, ...coin }, { caller }) =>
      childRow(await child.info(who(caller), { subWalletId, coin, txid })),
    child: async (input, { caller, record }) => {
      const {
        request_id,
        sub_wallet_id: subWalletId,
        txid,
        fee_level: feeLevel,
        max_fee: maxFee,
        remark,
        ...coin
      } = input;
      const ask = { subWalletId, coin, txid, feeLevel, maxFee, remark };
      const made = await child.ask(who(caller), ask, request_id, record);
      const { document: policy } = await orders.policy();
      return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member: caller.memberId }));
    },
  } satisfies Partial<WithdrawHandlers>;
}

function refundHandlers({ service: { refund }, orders }: WithdrawRoutes) {
  return {
    refundInfo: async ({ deposit_id, address_to }, { caller }) =>
      refundRow(await refund.info(who(caller), deposit_id, address_to)),
    refund: async ({ request_id, ...ask }, { caller, record }) => {
      const made = await refund.ask(who(caller), ask, request_id, record);
      const { document: policy } = await orders.policy();
      return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member: caller.memberId }));
    },
  } satisfies Partial<WithdrawHandlers>;
}

function orderHandlers({ service, orders, qrcs }: WithdrawRoutes) {
  return {
    create: async ({ request_id, ...ask }, { caller, record }) => {
      const made = await service.create(who(caller), ask, request_id, record);
      const { document: policy } = await orders.policy();
      return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member: caller.memberId }));
    },
    cancel: async ({ withdraw_id, remark }, { caller, record }) => ({
      withdraw_id,
      status: await service.cancel(caller, withdraw_id, remark, record),
    }),
    audit: async ({ withdraw_id, signer }, { caller, record }) => {
      const { url } = await orders.openApproval(caller.workspaceId, withdraw_id, caller.memberId, signer, record);
      const { qrc_id, content, expire_at } = await qrcs.generate(who(caller), withdraw_id, url);
      return { withdraw_id, approval_url: url, qrc_id, content, expire_at };
    },
  } satisfies Partial<WithdrawHandlers>;
}

export function bindWithdraw(app: HttpApp, deps: WithdrawRoutes): void {
  const handlers: WithdrawHandlers = {
    ...infoHandlers(deps),
    ...feeHandlers(deps),
    ...speedUpHandlers(deps),
    ...childHandlers(deps),
    ...bumpHandlers(deps),
    ...refundHandlers(deps),
    ...orderHandlers(deps),
  };
  bind(app, withdraw, handlers);
}
