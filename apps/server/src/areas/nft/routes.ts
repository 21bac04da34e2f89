import { type NftProblem, nft, nftProblems } from '@holdfast/contract';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { Facts, Name, NftService } from './service.ts';

const isProblem = (text: string): text is NftProblem => nftProblems.some((one) => one === text);

/** As browsers draw it: points, and nothing that runs. Of what nobody was asked about yet, nothing. */
function pictureOf(facts: Facts | undefined) {
  const { picture = null, problem = 'away' } = facts ?? {};
  if (picture === null) return { image: '', image_type: '', problem: isProblem(problem) ? problem : 'none' } as const;
  return {
    image: `data:image/webp;base64,${picture.toString('base64')}`,
    image_type: 'image/webp',
    problem: '',
  } as const;
}

interface Asked {
  readonly chain_id: string;
  readonly contract_address: string;
  readonly token_id: string;
}
function nameIn(service: NftService, { chain_id, contract_address, token_id }: Asked): Name {
  const { chain, contract } = service.nameOf(chain_id, contract_address);
  return { chain: chain.id, contract, tokenId: BigInt(token_id) };
}

async function infoOf(service: NftService, of: Parameters<NftService['info']>[0], asked: Asked) {
  const name = nameIn(service, asked);
  const { standard, amount, facts, moves, height } = await service.info(of, name);
  const waiting = moves.filter(({ direction, status }) => direction === 'in' && status === 'confirming');
  return {
    chain_id: name.chain,
    coin_net: service.chain(name.chain)?.name ?? name.chain,
    contract_address: name.contract,
    token_id: String(name.tokenId),
    standard,
    ...{ collection: facts?.collection ?? '', symbol: facts?.symbol ?? '', nft_name: facts?.name ?? '' },
    ...{ description: facts?.description ?? '', traits: [...(facts?.traits ?? [])], link: facts?.link ?? '' },
    is_video: facts?.is_video ?? false,
    ...pictureOf(facts),
    amount: String(amount),
    incoming: String(waiting.reduce((sum, move) => sum + move.amount, 0n)),
    since: moves.findLast(({ direction, status }) => direction === 'in' && status === 'credited')?.created_at ?? null,
    history: moves.map((move) => ({
      ...{ direction: move.direction, amount: String(move.amount), address: move.other, txid: move.txid },
      ...{ height: move.height, status: move.status, time: move.created_at, confirm_need: move.needed },
      confirmations: move.status === 'reorged' ? 0 : Math.max(0, height - move.height + 1),
    })),
  };
}

export function bindNfts(app: HttpApp, service: NftService): void {
  const handlers: Handlers<typeof nft> = {
    asset: async ({ sub_wallet_id: subWalletId, keyword = '', chain_id }, { caller: { workspaceId } }) => {
      const found = await service.collections({ workspaceId, subWalletId }, keyword, chain_id);
      const list = found.map(({ chain: id, contract, num, token_id, ...one }) => {
        const chain = service.chain(id);
        return {
          ...{ ...one, chain_id: id, contract_address: contract, num: String(num), token_id: String(token_id) },
          ...{ coin_net: chain?.name ?? id, base_symbol: chain?.baseSymbol ?? '' },
        };
      });
      return {
        nft_list: list,
        chains: service.chains().map(({ id, name }) => ({ chain_id: id, coin_net: name })),
      };
    },
    tokenList: async (
      { sub_wallet_id: subWalletId, chain_id, contract_address, keyword = '', page_no, page_size },
      { caller: { workspaceId } },
    ) => {
      const { chain, contract } = service.nameOf(chain_id, contract_address);
      const name = { chain: chain.id, contract };
      const rows = await service.tokens({ workspaceId, subWalletId }, name, keyword, {
        page: page_no,
        size: page_size,
      });
      const total = rows[0]?.total ?? 0;
      const list = rows.map(({ token_id, name: nft_name, is_video, amount, incoming }) => ({
        ...{ token_id: String(token_id), nft_name, is_video, amount: String(amount), incoming: String(incoming) },
      }));
      return { pageTotal: Math.ceil(total / page_size), total, nft_token_list: list };
    },
    info: ({ sub_wallet_id: subWalletId, ...asked }, { caller: { workspaceId } }) =>
      infoOf(service, { workspaceId, subWalletId }, asked),
    picture: async ({ sub_wallet_id: subWalletId, ...asked }, { caller: { workspaceId } }) => {
      const facts = await service.picture({ workspaceId, subWalletId }, nameIn(service, asked));
      return { nft_name: facts?.name ?? '', is_video: facts?.is_video ?? false, ...pictureOf(facts) };
    },
    fold: async ({ sub_wallet_id: subWalletId, chain_id, contract_address, folded }, { caller, record }) => {
      const { chain, contract } = service.nameOf(chain_id, contract_address);
      await service.fold({ ...caller, subWalletId }, { chain: chain.id, contract }, folded, record);
      return {};
    },
  };
  bind(app, nft, handlers);
}
