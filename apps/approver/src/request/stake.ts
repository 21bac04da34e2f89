import { amountText, type Review, stakeTold, totalUnits } from '@holdfast/review';
import { el, localWords, row } from '@holdfast/signer-ui';
import { amountRow } from '../kinds/transfer.ts';
import type { Screen } from '../texts.ts';

/** The words of what is done with stake, fetched with it: few installations do. */
export const sayStake = localWords({
  'en-US': {
    stake: 'Stake',
    stakeLine: 'Stake {amount} {symbol} of wallet {wallet} for {resource} on {network}',
    unstake: 'Unstake',
    unstakeLine: 'Unstake {amount} {symbol} of wallet {wallet}, staked for {resource} on {network}',
    unfrozen: 'Withdrawal of unfrozen coins',
    unfrozenLine: 'Withdraw all coins of wallet {wallet} that have unfrozen on {network}',
    delegate: 'Delegation',
    delegateLine:
      'Delegate the {resource} of {amount} {symbol} staked by wallet {wallet} to another account on {network}',
    reclaim: 'Reclaim of a delegation',
    reclaimLine:
      'Take the {resource} of {amount} {symbol} staked by wallet {wallet} back from another account on {network}',
    bandwidth: 'bandwidth',
    energy: 'energy',
    rowAmount: 'Amount',
    rowResource: 'Resource',
    rowLock: 'Locked for',
    blocks: '{blocks} blocks: until then it cannot be taken back.',
    approve: 'Approve: {name}',
    wait: 'Staked coins cannot be spent. Unstaked ones come back after a wait of the network’s.',
  },
  'zh-CN': {
    stake: '质押',
    stakeLine: '在 {network} 上质押钱包 {wallet} 的 {amount} {symbol} 以获取{resource}',
    unstake: '解除质押',
    unstakeLine: '在 {network} 上解除钱包 {wallet} 为{resource}质押的 {amount} {symbol}',
    unfrozen: '提取已解冻资产',
    unfrozenLine: '在 {network} 上提取钱包 {wallet} 的全部已解冻资产',
    delegate: '资源委托',
    delegateLine: '在 {network} 上将钱包 {wallet} 质押 {amount} {symbol} 所得的{resource}委托给其他账户',
    reclaim: '收回委托',
    reclaimLine: '在 {network} 上从其他账户收回钱包 {wallet} 质押 {amount} {symbol} 所得的{resource}',
    bandwidth: '带宽',
    energy: '能量',
    rowAmount: '数量',
    rowResource: '资源',
    rowLock: '锁定期',
    blocks: '{blocks} 个区块：在此之前无法收回。',
    approve: '批准：{name}',
    wait: '质押的资产无法花费；解除质押后须等待网络规定的时间才能取回。',
  },
});

const names = ['stake', 'unstake', 'unfrozen', 'delegate', 'reclaim'] as const;
/** @throws Error for an intent about anything else, which this page draws otherwise */
function nameOf({ intent }: Review): (typeof names)[number] {
  const name = names.find((kind) => kind === intent.kind);
  if (!name) throw new Error(intent.kind);
  return name;
}

/** What is staked for, for how long a delegation is kept, and what follows. */
export function stakeRows(screen: Screen, review: Review) {
  const { intent } = review;
  const { resource, lockBlocks } = stakeTold(intent);
  return [
    intent.kind !== 'unfrozen' && amountRow(review, sayStake(screen, 'rowAmount')),
    resource !== '' && row(sayStake(screen, 'rowResource'), sayStake(screen, resource)),
    lockBlocks !== '' && row(sayStake(screen, 'rowLock'), sayStake(screen, 'blocks', { blocks: lockBlocks })),
    el('p', { class: 'muted' }, sayStake(screen, 'wait')),
  ];
}

export function stakeHeadline(screen: Screen, review: Review): Text {
  const { intent, chain } = review;
  const { resource } = stakeTold(intent);
  return sayStake(screen, `${nameOf(review)}Line`, {
    amount: amountText(totalUnits(intent.outputs), intent.asset.decimals),
    symbol: intent.asset.symbol,
    wallet: intent.wallet,
    network: chain?.name ?? intent.chain,
    resource: () => (resource === '' ? '' : sayStake.tables[screen.language()][resource]),
  });
}

export const stakeApprove = (screen: Screen, review: Review): Text =>
  sayStake(screen, 'approve', { name: () => sayStake.tables[screen.language()][nameOf(review)] });
