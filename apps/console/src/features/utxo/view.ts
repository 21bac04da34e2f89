import type { contract, Output } from '@holdfast/contract';
import { byteOrderMark, csvLine } from '@holdfast/contract/csv';
import { outputStates } from '@holdfast/contract/utxo';
import type { ChosenOutput } from '../../lib/chosen-outputs.ts';

export type Found = Output<typeof contract.utxo.list>;
export type OutputRow = Found['list'][number];
export type OutputState = OutputRow['state'];

/** An output as a payment is made of it. */
export const choiceOf = ({ txid, vout, amount, address, label, address_label }: Choosable): ChosenOutput => ({
  ...{ txid, vout, amount, address },
  name: label || address_label,
});
type Choosable = Pick<OutputRow, 'txid' | 'vout' | 'amount' | 'address' | 'label' | 'address_label'>;

export const outpointOf = ({ txid, vout }: Pick<OutputRow, 'txid' | 'vout'>): string => `${txid}:${vout}`;

export const isState = (text: string | undefined): text is OutputState =>
  (outputStates as readonly (string | undefined)[]).includes(text);

/** Can a payment be made of it? */
export const isPayable = ({ state, confirmations }: OutputRow): boolean =>
  (state === 'available' || state === 'dust') && confirmations > 0;

export const tones = {
  available: 'done',
  reserved: 'wait',
  frozen: 'bad',
  unconfirmed: 'wait',
  dust: 'idle',
  immature: 'wait',
  inscribed: 'idle',
  unread: 'wait',
} as const satisfies Record<OutputState, string>;

const columns = ['txid', 'vout', 'amount', 'address', 'address_label', 'confirmations', 'label', 'reason'] as const;

/** The rows as a file, headings in the wire's words; a state in those of the interface. */
export function fileOf(rows: readonly OutputRow[], stateText: (state: OutputState) => string): Blob {
  const lines = rows.map((row) =>
    csvLine([...columns.map((name) => String(row[name])), stateText(row.state), row.seen_at?.toISOString() ?? '']),
  );
  return new Blob([byteOrderMark, csvLine([...columns, 'state', 'seen_at']), ...lines], { type: 'text/csv' });
}
