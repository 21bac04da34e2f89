import { conditionOf } from '@holdfast/policy';
import { leaf, silent } from '../phrase.ts';
import { clause } from './clause.ts';
import { chainPhrase, contractPhrase } from './places.ts';

export const nfts = clause({
  words: {
    en: {
      rule_nftsAny: ', sending NFTs of {list}',
      rule_nftsOver: ', sending more than {over} NFTs of {list}',
      rule_nftsUpTo: ', sending at most {upTo} NFTs of {list}',
      rule_nftsBetween: ', sending more than {over} and at most {upTo} NFTs of {list}',
      rule_nftPlace: '{contract} on {chain}',
      rule_nfts_wallet: ' in {hours} h, counted over the wallet',
      rule_nfts_workspace: ' in {hours} h, counted over the workspace',
      rule_nfts_member: ' in {hours} h, counted over who asks',
      rule_nftsTogether: ' together',
      rule_nftsSigned: ', or signing a message that tells of them',
    },
    zh: {
      rule_nftsAny: '，发送 {list} 的 NFT',
      rule_nftsOver: '，发送 {list} 的 NFT 超过 {over} 个',
      rule_nftsUpTo: '，发送 {list} 的 NFT 最多 {upTo} 个',
      rule_nftsBetween: '，发送 {list} 的 NFT 超过 {over} 个且最多 {upTo} 个',
      rule_nftPlace: '{chain} 上的 {contract}',
      rule_nfts_wallet: '（该钱包 {hours} 小时内累计）',
      rule_nfts_workspace: '（工作区 {hours} 小时内累计）',
      rule_nfts_member: '（发起人 {hours} 小时内累计）',
      rule_nftsTogether: '（合计）',
      rule_nftsSigned: '，或签署涉及它们的消息',
    },
  },
  tell: ({ chains }, { when, action }) => {
    const { collections, over, upTo, hours, scope } = conditionOf(when, 'nfts');
    if (collections.length === 0) return { all: [] };
    const places = collections.map(({ chain, contract }) => ({
      word: 'rule_nftPlace' as const,
      with: { contract: contractPhrase(contract), chain: chainPhrase(chains, chain) },
    }));
    const parts = {
      list: { all: places, by: 'listOr' as const },
      ...(over === '' ? {} : { over: leaf('units', over) }),
      ...(upTo === '' ? {} : { upTo: leaf('units', upTo) }),
    };
    const bounded = over === '' ? ('rule_nftsUpTo' as const) : upTo === '' ? 'rule_nftsOver' : 'rule_nftsBetween';
    const isBound = over + upTo !== '';
    const together = isBound && collections.length > 1 ? { word: 'rule_nftsTogether' as const, with: {} } : silent;
    const window =
      hours === '0' ? silent : { word: `rule_nfts_${scope}` as const, with: { hours: leaf('hours', hours) } };
    const namesMessages = conditionOf(when, 'messages').length > 0;
    const signed = action === 'pass' || namesMessages ? silent : { word: 'rule_nftsSigned' as const, with: {} };
    return { all: [{ word: isBound ? bounded : ('rule_nftsAny' as const), with: parts }, together, window, signed] };
  },
});
