import type { IntentKind } from '@holdfast/policy';
import { fetched } from './fetched.ts';
import type { KindOnPage } from './kind.ts';
import { transfer } from './transfer.ts';

const staking = (english: string, chinese: string): KindOnPage =>
  fetched(english, chinese, async () => (await import('./stake.ts')).staking);

/** What this page says and shows of each kind of request. */
export const kindsOnPage: Readonly<Record<IntentKind, KindOnPage>> = {
  transfer,
  policy: fetched('Change of rules', '规则变更', async () => (await import('./policy.ts')).policy),
  book: fetched('Change of the address book', '地址簿变更', async () => (await import('./book.ts')).book),
  keygen: fetched('Key ceremony', '密钥仪式', async () => (await import('./keygen.ts')).keygen),
  export: fetched('Key material', '密钥材料', async () => (await import('./export.ts')).keyExport),
  stake: staking('Stake', '质押'),
  unstake: staking('Unstake', '解除质押'),
  unfrozen: staking('Withdrawal of unfrozen coins', '提取已解锁资产'),
  delegate: staking('Delegation', '资源委托'),
  reclaim: staking('Reclaim of a delegation', '收回委托'),
  speedup: fetched('Speed-up of a payment', '付款加速', async () => (await import('./speedup.ts')).speedup),
  allowance: fetched('Allowance', '授权额度', async () => (await import('./allowance.ts')).allowance),
  drop: fetched('Drop of a payment', '撤下付款', async () => (await import('./drop.ts')).drop),
  batch: fetched('Batch of payments', '批量付款', async () => (await import('./batch.ts')).batch),
  // Nobody decides on a row: signers announce none.
  row: fetched('Row of a batch', '批量付款中的一行', async () => (await import('./batch.ts')).batch),
};
