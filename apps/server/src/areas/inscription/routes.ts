import { type ChainConfig, familyOf } from '@holdfast/chains';
import { inscriptions } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { policyLimits } from '@holdfast/policy';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { type MemberCaller, who } from '../../http/context.ts';
import type { OrdersService, Submitted } from '../../orders/service.ts';
import { draw, NoPicture } from '../../pictures.ts';
import { refuse } from '../../refuse.ts';
import { takenRow, tierRows } from '../withdraw/service.ts';
import { type Held, type InscriptionService, isTooLarge, textOfUnits } from './service.ts';

const ops = { deploy: 'deploy', mint: 'mint', inscribe: 'transfer' } as const;

const decimalsOf = ({ assets }: ChainConfig): number => assets.find(({ contract }) => contract === '')?.decimals ?? 0;

const inscriptionRow = ({ inscription, output, together }: Held, decimals: number) => ({
  ...{ inscription_id: inscription.id, number: inscription.number, content_type: inscription.content_type },
  ...{ size: inscription.size, outpoint: inscription.outpoint, value: fromUnits(output.amount, decimals) },
  ...{ address: output.address, together, too_large: isTooLarge(output) },
  op: inscription.op ? ops[inscription.op] : ('' as const),
  tick: inscription.tick ?? '',
  amount: inscription.units === null ? '' : textOfUnits(inscription.units),
  status: output.promised ? 2 : output.free ? 1 : 0,
});

/** Text that is shown is at most so long. */
const mostText = 20_000;
const isText = (type: string): boolean => /^(text\/plain|application\/json)\s*(;|$)/.test(type);

/** Text as text, a picture drawn anew; of anything else nothing. */
async function contentRow({ content_type, body }: Awaited<ReturnType<InscriptionService['content']>>) {
  const none = { content_type, text: '', image: '', image_type: '' } as const;
  if (body === null) return { ...none, problem: 'size' } as const;
  if (isText(content_type))
    return {
      ...none,
      text: body.toString('utf8').slice(0, mostText).replaceAll('\0', '').toWellFormed(),
      problem: '',
    } as const;
  try {
    const picture = await draw(body);
    return {
      ...none,
      image: `data:image/webp;base64,${picture.toString('base64')}`,
      image_type: 'image/webp',
      problem: '',
    } as const;
  } catch (error) {
    if (error instanceof NoPicture) return { ...none, problem: error.problem } as const;
    throw error;
  }
}

export function bindInscriptions(app: HttpApp, service: InscriptionService, orders: OrdersService): void {
  const told = async (made: Submitted, { memberId }: MemberCaller) => {
    const { document: policy } = await orders.policy();
    return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member: memberId }));
  };
  const handlers: Handlers<typeof inscriptions> = {
    list: async ({ sub_wallet_id: subWalletId, chain_id }, { caller: { workspaceId } }) => {
      const found = await service.list({ workspaceId, subWalletId }, chain_id);
      return {
        chains: service.chains().map(({ chain, listed }) => ({
          ...{ chain_id: chain.id, coin_net: chain.name, base_symbol: chain.baseSymbol, listed },
          most_value: fromUnits(policyLimits.inscriptionUnits, decimalsOf(chain)),
        })),
        list: found.flatMap(({ chain, held }) =>
          held.map((one) => ({ chain_id: chain.id, ...inscriptionRow(one, decimalsOf(chain)) })),
        ),
        ticks: found.flatMap(({ chain, ticks }) =>
          ticks.map(({ available, transferable, ...tick }) => ({
            ...{ ...tick, chain_id: chain.id },
            ...{ available: textOfUnits(available), transferable: textOfUnits(transferable) },
          })),
        ),
      };
    },
    content: async ({ sub_wallet_id: subWalletId, chain_id, inscription_id }, { caller: { workspaceId } }) =>
      contentRow(await service.content({ workspaceId, subWalletId }, chain_id, inscription_id)),
    fees: async (
      { sub_wallet_id: subWalletId, chain_id: chainId, inscription_id: id, symbol, amount, address_to: to },
      { caller },
    ) => {
      const asked = { subWalletId, chainId, id, symbol, amount, to };
      const { coin, available, offers } = await service.fees(who(caller), asked);
      return {
        fee_symbol: coin.feeAsset.symbol,
        fee_unit: familyOf(coin.chain).feeUnit,
        fee_balance: fromUnits(available, coin.feeAsset.decimals),
        tiers: tierRows(coin, offers),
      };
    },
    send: async (input, { caller, record }) =>
      told(await service.send(who(caller), { ...input, max_fee: input.max_fee }, record), caller),
    brc20: async ({ amount, inscription_ids: ids, ...input }, { caller, record }) => {
      const { request_id, sub_wallet_id, symbol, address_to, fee_level, remark, chain_id, max_fee, fee_rate } = input;
      const common = { request_id, sub_wallet_id, chain_id, symbol, address_to, fee_level, max_fee, fee_rate, remark };
      if ((amount === undefined) === (ids === undefined)) throw refuse('invalidParameters', { field: 'amount' });
      if (ids !== undefined && new Set(ids).size !== ids.length)
        throw refuse('invalidParameters', { field: 'inscription_ids' });
      const made =
        ids === undefined
          ? [await service.brc20(who(caller), { ...common, amount: amount ?? '' }, record)]
          : await service.transfers(who(caller), { ...common, inscription_ids: ids }, record);
      const [first] = made;
      if (!first) throw refuse('invalidParameters', { field: 'inscription_ids' });
      return { ...(await told(first, caller)), withdraw_ids: made.map(({ id }) => id) };
    },
  };
  bind(app, inscriptions, handlers);
}
