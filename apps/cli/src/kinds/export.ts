import { memberName } from '@holdfast/review';
import { exportLines } from '../key-material.ts';
import type { KindInTerminal } from './kind.ts';

export const terminal: KindInTerminal = {
  headline: ({ keyExport: asked, policy, intent }) =>
    `Give out the share of signer ${asked?.signer ?? '?'}: asked by ${memberName({ policy }, intent.initiator)}, readable by the holder of ${asked?.recipient ?? '?'}`,
  lines: (review, _now, facts) => exportLines(review, facts),
};
