import { bytesToHex } from '@noble/hashes/utils.js';
import { bodyOf, domainDigest, isSame, PolicyError } from './canonical.ts';
import { type Intent, intentDigestHex, intentText, parseIntent } from './intent.ts';
import { stepsOfBrc20 } from './kinds/brc20.ts';
import { kindRecords } from './kinds/index.ts';
import type { Attached } from './kinds/kind.ts';
import { rowsRoot } from './rows-root.ts';

/** Are there payments by it, one for each of its outputs, and none of its own? */
export const isBatch = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'rows';

/** Is it a payment that takes several transactions? */
export const hasSteps = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'steps';

/** Are there transactions by it, and none of its own? */
export const isSplit = (intent: Pick<Intent, 'kind'>): boolean => isBatch(intent) || hasSteps(intent);

/** Is it one of the transactions of a payment, which says alone what it pays? */
export const isStep = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'step';

/** Is it a part of what was decided on, a payment of a batch or a step, on which nobody decides? */
export const isRow = (intent: Pick<Intent, 'kind'>): boolean =>
  kindRecords[intent.kind].moves === 'row' || isStep(intent);

/** What the call of a batch with these rows says. */
export const batchCallOf = (outputs: Intent['outputs']): string => `rows ${rowsRoot(outputs)}`;

/** Of one batch and one place in it: the same everywhere and for ever, so that a row has one intent, whoever makes it. */
function rowId(batch: string, index: string): string {
  const hex = bytesToHex(domainDigest('holdfast/row-id/v1', { batch, index })).slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** What each row may cost at most: the same for all, so that together they stay within what the batch may. */
const shareOf = ({ maxFee, outputs }: Intent): string => String(BigInt(maxFee) / BigInt(outputs.length));

/**
 * What a step may cost at most. The reveal's fee is paid with the commit, so the two have one half together; sending has the other, with the sats that go along.
 */
function shareOfStep({ maxFee }: Intent, index: number): string {
  const last = BigInt(maxFee) / 2n;
  return String(index === stepsOfBrc20 - 1 ? last : BigInt(maxFee) - last);
}

/** Of how many parts something is made. */
export const partsOf = (whole: Intent): number => (hasSteps(whole) ? stepsOfBrc20 : whole.outputs.length);

type Part = Pick<Intent, 'kind' | 'outputs' | 'maxFee' | 'call'>;
/** What tells a part from the others; undefined where there is no such place. */
function partAt(whole: Intent, index: number, rowFee: string): Part | undefined {
  if (hasSteps(whole))
    return index < stepsOfBrc20
      ? { kind: 'step', outputs: whole.outputs, maxFee: shareOfStep(whole, index), call: `step ${index}` }
      : undefined;
  const output = whole.outputs[index];
  return output && { kind: 'row', outputs: [output], maxFee: rowFee, call: `row ${index}` };
}

/** Makes the intents of a batch's rows, or of a payment's steps. It has read the whole once, for all of them. @throws PolicyError inconsistent for what has neither */
export function rowsOf(batch: Intent): (index: number) => Intent {
  if (!isSplit(batch)) throw new PolicyError('inconsistent', 'kind');
  const [digest, body, rowFee] = [intentDigestHex(batch), bodyOf(intentText(batch)), shareOf(batch)];
  return (index) => {
    const part = Number.isInteger(index) && index >= 0 ? partAt(batch, index, rowFee) : undefined;
    if (!part) throw new PolicyError('inconsistent', 'call');
    // The request is the whole's: it is asked for once.
    return { ...batch, ...part, body, id: rowId(digest, String(index)), request: '' };
  };
}

/** @throws PolicyError inconsistent where there is no such row */
export const rowIntent = (batch: Intent, index: number): Intent => rowsOf(batch)(index);

interface Read {
  readonly text: string;
  readonly batch: Intent;
  readonly rowAt: (index: number) => Intent;
}
/** The last one stays: the rows of a batch come one after the other, each with all of it. */
let last: Read | undefined;

function readBatch(text: string): Read {
  if (last?.text === text) return last;
  const batch = parseIntent(text);
  last = { text, batch, rowAt: rowsOf(batch) };
  return last;
}

/**
 * The batch that a row is of, or the payment of a step. Neither says anything of its own: it is exactly what the whole makes of that place.
 * @throws PolicyError inconsistent for anything else, and where its document is not at hand; whatever `parseIntent` throws
 */
export function batchOf(intent: Intent, { batch: document }: Attached): Intent {
  if (!document) throw new PolicyError('inconsistent', 'body');
  const { batch, rowAt } = readBatch(document.text);
  const meant = rowAt(Number(intent.call.slice(intent.call.indexOf(' ') + 1)));
  const other = Object.entries(meant).find(([field, value]) => !isSame(value, intent[field as keyof Intent]));
  if (other) throw new PolicyError('inconsistent', other[0]);
  return batch;
}
