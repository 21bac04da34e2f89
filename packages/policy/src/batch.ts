import { bytesToHex } from '@noble/hashes/utils.js';
import { bodyOf, domainDigest, isSame, PolicyError } from './canonical.ts';
import { type Intent, intentDigestHex, intentText, parseIntent } from './intent.ts';
import { kindRecords } from './kinds/index.ts';
import type { Attached } from './kinds/kind.ts';
import { rowsRoot } from './rows-root.ts';

/** Are there payments by it, one for each of its outputs, and none of its own? */
export const isBatch = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'rows';

/** Is it one payment of a batch, on which nobody decides? */
export const isRow = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'row';

/** What the call of a batch with these rows says. */
export const batchCallOf = (outputs: Intent['outputs']): string => `rows ${rowsRoot(outputs)}`;

/** Of one batch and one place in it: the same everywhere and for ever, so that a row has one intent, whoever makes it. */
function rowId(batch: string, index: string): string {
  const hex = bytesToHex(domainDigest('holdfast/row-id/v1', { batch, index })).slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** What each row may cost at most: the same for all, so that together they stay within what the batch may. */
const shareOf = ({ maxFee, outputs }: Intent): string => String(BigInt(maxFee) / BigInt(outputs.length));

/** Makes the intents of a batch's rows. It has read the batch once, for all of them. @throws PolicyError inconsistent for what is no batch */
export function rowsOf(batch: Intent): (index: number) => Intent {
  if (!isBatch(batch)) throw new PolicyError('inconsistent', 'kind');
  const [digest, body, maxFee] = [intentDigestHex(batch), bodyOf(intentText(batch)), shareOf(batch)];
  return (index) => {
    const output = batch.outputs[index];
    if (!output) throw new PolicyError('inconsistent', 'call');
    const call = `row ${index}`;
    // The request is the batch's: it is asked for once.
    return {
      ...batch,
      kind: 'row',
      outputs: [output],
      maxFee,
      call,
      body,
      id: rowId(digest, String(index)),
      request: '',
    };
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
 * The batch that a row is of. A row says nothing of its own: it is exactly what its batch makes of that place.
 * @throws PolicyError inconsistent for anything else, and where its document is not at hand; whatever `parseIntent` throws
 */
export function batchOf(intent: Intent, { batch: document }: Attached): Intent {
  if (!document) throw new PolicyError('inconsistent', 'body');
  const { batch, rowAt } = readBatch(document.text);
  const meant = rowAt(Number(intent.call.slice('row '.length)));
  const other = Object.entries(meant).find(([field, value]) => !isSame(value, intent[field as keyof Intent]));
  if (other) throw new PolicyError('inconsistent', other[0]);
  return batch;
}
