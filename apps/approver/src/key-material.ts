import { makesKeyWhole } from '@holdfast/policy';
import { otherShares, type Review, timeText } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { addressView, card, el, localWords, notice, row, rows, signerText } from '@holdfast/signer-ui';
import { sayPlace } from './key-place-words.ts';
import type { Screen } from './texts.ts';

/** What a signer tells of key material. */
export type KeyMaterialFacts = Pick<SignerFacts, 'exports' | 'exported' | 'keyMaterialDelayMs'>;

/** The words of this part, fetched with it: hardly any request is about key material. */
const say = localWords({
  'en-US': {
    warning:
      'This share leaves its signer for good. With one more share (another signer’s, or the recovery kit) it is the whole key, and whoever has both can move everything without any approval.',
    later: 'Until it has left, and while it waits, anybody who may decide can refuse: that ends it for good.',
    signer: 'Share of',
    epoch: 'Generation of the shares',
    delay: 'Leaves at the earliest',
    hours: '{count} h after the last approval',
    minutes: '{count} min after the last approval',
    seconds: '{count} s after the last approval',
    recipient: 'Readable only by the holder of',
    hint: 'Only who holds the secret of this recipient opens the file. Ask them for it by another way, and compare all of it.',
    from: 'Can leave here from',
    until: 'Ends by itself',
    taken: 'Given out by this signer',
    times: '{count} times',
    whole:
      'With this one the key is whole: the share of {signer} is out or on its way too. Whoever has both can move everything without any approval.',
    says: 'This request says that the key becomes whole: with another share that is out or on its way, nothing needs an approval any more.',
    ended: 'This grant has ended: nothing leaves by it any more.',
    refused:
      'Refused at this signer, so no signer gives it out. Refuse it at the other one too: then that holds even if this one is put back to an older state.',
    left: 'But the file left before.',
    mayLeft: 'But this signer had let it go before, on {time}: the file may have left.',
  },
  'zh-CN': {
    warning:
      '该分片将永久离开签名节点。只要再有一份分片（另一签名节点的分片或恢复包），即构成完整密钥；同时持有两者的人无需任何审批即可转移全部资产。',
    later: '在交付之前以及等待期内，任何有决策权的成员均可拒绝，拒绝后即永久终止。',
    signer: '分片所属',
    epoch: '分片代次',
    delay: '最早交付时间',
    hours: '最后一次审批后 {count} 小时',
    minutes: '最后一次审批后 {count} 分钟',
    seconds: '最后一次审批后 {count} 秒',
    recipient: '仅可由以下接收方的持有人读取',
    hint: '只有持有该接收方私钥的人才能打开文件。请通过其他渠道向对方确认，并逐字核对。',
    from: '此处最早可交付',
    until: '自动结束',
    taken: '此签名节点已交付',
    times: '{count} 次',
    whole:
      '加上这一份，密钥即告完整：{signer} 的分片也已交付或即将交付。同时持有两者的人无需任何审批即可转移全部资产。',
    says: '此请求声明密钥将变得完整：加上另一份已交付或即将交付的分片，任何操作都不再需要审批。',
    ended: '此授权已结束：不会再交付任何内容。',
    refused:
      '已在此签名节点拒绝，因此任何签名节点都不会交付。请在另一个签名节点也予以拒绝：这样即使此节点被恢复到旧状态，拒绝依然有效。',
    left: '但文件此前已交付。',
    mayLeft: '但此签名节点已于 {time} 放行：文件可能已交付。',
  },
});

/** A signer by its name and number; the number alone where the rules name no such signer. */
function shareText(screen: Screen, { policy }: Pick<Review, 'policy'>, id: string): string {
  const name = policy.signers.find((signer) => signer.id === id)?.name;
  return name === undefined ? id : `${signerText(screen, name)()} (${id})`;
}

/** Hours where they are whole, else minutes or seconds: what the operator of the signer has set. */
function delayText(screen: Screen, delayMs: number): Text {
  const seconds = Math.round(delayMs / 1_000);
  if (seconds % 3_600 === 0) return say(screen, 'hours', { count: String(seconds / 3_600) });
  return seconds % 60 === 0
    ? say(screen, 'minutes', { count: String(seconds / 60) })
    : say(screen, 'seconds', { count: String(seconds) });
}

/** How it stands at this signer once it is approved. */
function grantParts(screen: Screen, { grant }: Review): (HTMLElement | null)[] {
  if (!grant) return [];
  const { pending, taken, clearedAt, refusedBy } = grant;
  const times = rows(
    row(say(screen, 'from'), timeText(String(grant.readyAt))),
    row(say(screen, 'until'), timeText(String(grant.until))),
    taken > 0 && row(say(screen, 'taken'), say(screen, 'times', { count: String(taken) })),
  );
  if (pending) return [times, notice('warn', say(screen, 'later'))];
  if (refusedBy === undefined) return [notice('info', say(screen, 'ended'))];
  const gone =
    taken > 0
      ? say(screen, 'left')
      : clearedAt === undefined
        ? null
        : say(screen, 'mayLeft', { time: timeText(String(clearedAt)) });
  return [notice('ok', say(screen, 'refused')), gone && notice('bad', gone)];
}

/** What it makes of the key, together with the shares that this signer knows to be out or on their way. */
function wholeKey(screen: Screen, review: Review, facts: KeyMaterialFacts): HTMLElement | null {
  const { keyExport, intent } = review;
  if (!keyExport) return null;
  const others = otherShares(facts, { ...keyExport, epoch: Number(keyExport.epoch) });
  const signer = (): string => others.map((id) => shareText(screen, review, id)).join(', ');
  if (others.length > 0) return notice('bad', say(screen, 'whole', { signer }));
  return makesKeyWhole(intent) ? notice('bad', say(screen, 'says')) : null;
}

/** What a request for key material is about: whose share, of which key, and who alone can open the file. */
export function exportCard(screen: Screen, review: Review, facts: KeyMaterialFacts): HTMLElement[] {
  const { keyExport, grant } = review;
  if (!keyExport) return [];
  const parts = [
    notice('warn', say(screen, 'warning')),
    wholeKey(screen, review, facts),
    rows(
      row(
        say(screen, 'signer'),
        screen.say('passThrough', { text: () => shareText(screen, review, keyExport.signer) }),
      ),
      row(sayPlace(screen, 'keyGroup'), el('span', { class: 'mono' }, keyExport.keyGroup)),
      row(say(screen, 'epoch'), keyExport.epoch),
      !grant && row(say(screen, 'delay'), delayText(screen, facts.keyMaterialDelayMs)),
    ),
    card(
      say(screen, 'recipient'),
      screen.say('compareBlocks'),
      addressView(keyExport.recipient),
      el('p', { class: 'muted' }, say(screen, 'hint')),
    ),
    ...(grant ? grantParts(screen, review) : [notice('info', say(screen, 'later'))]),
  ];
  return parts.filter((part) => part !== null);
}
