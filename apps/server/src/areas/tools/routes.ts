import type { ChainConfig } from '@holdfast/chains';
import type { PaymentStep } from '@holdfast/chains/rpc';
import { tools } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Catalog } from '../../catalog.ts';
import { bind, type HttpApp } from '../../http/bind.ts';
import { explorerUrl } from '../../reference.ts';
import { refuse } from '../../refuse.ts';
import { hashIn } from './rules.ts';
import type { Told, ToolsService } from './service.ts';

interface ToolsRoutes {
  readonly service: ToolsService;
  readonly catalog: Catalog;
}

function tokenRow({ token }: PaymentStep, chain: ChainConfig) {
  const asset = token && token.contract !== '' && chain.assets.find(({ contract }) => contract === token.contract);
  return asset
    ? { token_symbol: asset.symbol, token_amount: fromUnits(token.amount, asset.decimals) }
    : { token_symbol: '', token_amount: null };
}

function stepRow(step: PaymentStep, chain: ChainConfig, coins: (units: bigint) => string) {
  return {
    tx_hash: step.hash,
    parent_hash: step.parent,
    depth: step.depth,
    lt: String(step.lt),
    account: step.account,
    type: step.kind,
    success: step.success,
    exit_code: step.exitCode ?? null,
    exit: step.exit,
    time: new Date(step.time),
    block_height: step.height,
    in_msg_hash: step.message?.hash ?? '',
    address_from: step.message?.from ?? '',
    amount: coins(step.message?.amount ?? 0n),
    fee: coins(step.fee),
    out_msgs: step.sent.map(({ hash, to, amount }) => ({ hash, address_to: to, amount: coins(amount) })),
    ...tokenRow(step, chain),
    memo: step.memo,
    explorer_url: explorerUrl(chain, step.hash),
  };
}

function reply({ chain, tree, order }: Told, catalog: Catalog) {
  const coins = (units: bigint): string => (chain ? fromUnits(units, catalog.feeAsset(chain).decimals) : '0');
  return {
    list: chain && tree ? tree.steps.map((step) => stepRow(step, chain, coins)) : [],
    total: tree?.total ?? 0,
    final: tree?.isFinal ?? false,
    chain_id: chain?.id ?? '',
    coin_net: chain?.name ?? '',
    base_symbol: chain?.baseSymbol ?? '',
    message_hash: tree?.txid ?? order?.txid ?? '',
    order: order
      ? {
          withdraw_id: order.id,
          status: order.status,
          message_hash: order.txid,
          nonce: order.nonce === undefined ? '' : String(order.nonce),
          valid_until: order.until ?? null,
        }
      : null,
  };
}

export function bindTools(app: HttpApp, { service, catalog }: ToolsRoutes): void {
  bind(app, tools, {
    paymentSteps: async ({ txid, message_hash, withdraw_id }, { caller: { workspaceId } }) => {
      if (withdraw_id !== undefined) return reply(await service.byOrder(workspaceId, withdraw_id), catalog);
      const hash = hashIn(txid ?? message_hash ?? '');
      if (hash === undefined)
        throw refuse('invalidParameters', { field: txid === undefined ? 'message_hash' : 'txid' });
      return reply(await service.byHash(workspaceId, hash), catalog);
    },
  });
}
