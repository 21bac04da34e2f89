import type { StakeKind } from '@holdfast/policy';
import { amountText, lockTime, type Review, stakeTold, totalUnits } from '@holdfast/review';
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
    blocks: '{blocks} blocks{about}: until then it cannot be taken back.',
    about_days: ', about {amount} days',
    about_hours: ', about {amount} hours',
    about_minutes: ', about {amount} min',
    to_own: 'Own account',
    to_delegate: 'Account that uses the resource',
    to_reclaim: 'Account it is taken back from',
    approve: 'Approve: {name}',
    wait: 'Staked coins cannot be spent. Unstaked ones come back after a wait of the network’s.',
  },
  'zh-CN': {
    stake: '质押',
    stakeLine: '在 {network} 上质押钱包 {wallet} 的 {amount} {symbol} 以获取{resource}',
    unstake: '解除质押',
    unstakeLine: '在 {network} 上解除钱包 {wallet} 为{resource}质押的 {amount} {symbol}',
    unfrozen: '提取已解锁资产',
    unfrozenLine: '在 {network} 上提取钱包 {wallet} 的全部已解锁资产',
    delegate: '资源委托',
    delegateLine: '在 {network} 上将钱包 {wallet} 质押 {amount} {symbol} 所得的{resource}委托给其他账户',
    reclaim: '收回委托',
    reclaimLine: '在 {network} 上从其他账户收回钱包 {wallet} 质押 {amount} {symbol} 所得的{resource}',
    bandwidth: '带宽',
    energy: '能量',
    rowAmount: '数量',
    rowResource: '资源',
    rowLock: '锁定期',
    blocks: '{blocks} 个区块{about}：在此之前无法收回。',
    about_days: '（约 {amount} 天）',
    about_hours: '（约 {amount} 小时）',
    about_minutes: '（约 {amount} 分钟）',
    to_own: '自有账户',
    to_delegate: '使用资源的账户',
    to_reclaim: '被收回资源的账户',
    approve: '批准：{name}',
    wait: '质押的资产无法花费；解除质押后须等待网络规定的时间才能取回。',
  },
});

/** For how long others keep a delegation: in blocks, which is what is signed, and about how long that is. */
function lockText(screen: Screen, review: Review, blocks: string): Text {
  const time = lockTime(review);
  const about = (): string =>
    time === undefined
      ? ''
      : sayStake.tables[screen.language()][`about_${time.unit}`].replace('{amount}', String(time.count));
  return sayStake(screen, 'blocks', { blocks, about });
}

/** What is staked for, for how long a delegation is kept, and what follows. */
export function stakeRows(screen: Screen, review: Review) {
  const { intent } = review;
  const { resource, lockBlocks } = stakeTold(intent);
  return [
    totalUnits(intent.outputs) !== '0' && amountRow(review, sayStake(screen, 'rowAmount')),
    resource !== '' && row(sayStake(screen, 'rowResource'), sayStake(screen, resource)),
    lockBlocks !== '' && row(sayStake(screen, 'rowLock'), lockText(screen, review, lockBlocks)),
    el('p', { class: 'muted' }, sayStake(screen, 'wait')),
  ];
}

export function stakeHeadline(screen: Screen, review: Review, kind: StakeKind): Text {
  const { intent, chain } = review;
  const { resource } = stakeTold(intent);
  return sayStake(screen, `${kind}Line`, {
    amount: amountText(totalUnits(intent.outputs), intent.asset.decimals),
    symbol: intent.asset.symbol,
    wallet: intent.wallet,
    network: chain?.name ?? intent.chain,
    resource: () => (resource === '' ? '' : sayStake.tables[screen.language()][resource]),
  });
}

export const stakeApprove = (screen: Screen, kind: StakeKind): Text =>
  sayStake(screen, 'approve', { name: () => sayStake.tables[screen.language()][kind] });
