import { makesKeyWhole, parsePolicy } from '@holdfast/policy';
import { honestText, memberName, otherShares, type Review, type SharesFacts, timeText } from '@holdfast/review';
import type { SignerFacts } from '@holdfast/review/facts';
import { line } from './line.ts';

/** Key material on its way out, as the signer itself tells it: printed before anything else, whatever was asked for. */
export function exportBanners(facts: SignerFacts): string[] {
  if (facts.policyText === null) return [];
  const policy = parsePolicy(facts.policyText);
  return facts.exports.flatMap((one) => {
    const name = policy.signers.find(({ id }) => id === one.signer)?.name;
    const signer = name === undefined ? one.signer : `${honestText(name)} (${one.signer})`;
    const goes =
      one.readyAt > facts.time ? 'goes out from' : one.taken > 0 ? 'went out, and can since' : 'can go out since';
    const others = otherShares(facts, one);
    return [
      `! Key material of ${signer} ${goes} ${timeText(String(one.readyAt))}: asked by ${memberName({ policy }, one.initiator)}`,
      `!   readable by the holder of ${one.recipient}`,
      ...(others.length > 0
        ? [`!   with the share of signer ${others.join(', ')}, out or on its way too, it is the whole key`]
        : []),
      `!   look at it, or refuse: holdfast approve --refuse ${one.id}`,
    ];
  });
}

/** Whose share leaves, who alone can open the file, and how it stands at this signer. */
export function exportLines({ keyExport, intent, grant }: Review, facts: SharesFacts): string[] {
  if (!keyExport) return [];
  const others = otherShares(facts, { ...keyExport, epoch: Number(keyExport.epoch) });
  const whole = others.length > 0 || makesKeyWhole(intent);
  return [
    line('share of', `signer ${keyExport.signer}, key group ${keyExport.keyGroup}, generation ${keyExport.epoch}`),
    line('readable by', `only the holder of ${keyExport.recipient}`),
    line('', 'With one more share it is the whole key: whoever has both needs no approval.'),
    ...(whole
      ? [
          line(
            '',
            `WITH THIS ONE THE KEY IS WHOLE: signer ${others.join(', ') || '?'} has given out its share, or waits to`,
          ),
        ]
      : []),
    ...(grant ? grantLines(grant) : []),
  ];
}

function grantLines({ pending, readyAt, until, taken, refusedBy, clearedAt }: NonNullable<Review['grant']>): string[] {
  const state = pending ? `can leave from ${timeText(String(readyAt))} until ${timeText(String(until))}` : 'has ended';
  const gone =
    taken > 0 ? `${taken} times` : clearedAt === undefined ? 'not yet' : `let go on ${timeText(String(clearedAt))}`;
  return [line('approved', refusedBy === undefined ? state : 'and refused since'), line('given out', gone)];
}
