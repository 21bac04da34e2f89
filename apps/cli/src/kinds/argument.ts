import { blocksOf, type ToldArgument, type ToldCall } from '@holdfast/review';
import { line } from '../line.ts';

/** What a method, or a constructor, is given: each argument, whole. */
export const argumentLines = (args: readonly ToldArgument[]): string[] =>
  args.map(({ name, kind, text }) => line(`  ${name}`, kind === 'address' ? blocksOf(text).join(' ') : text));

const bySource = {
  agreed: 'by the list that your members agreed on for this contract',
  standard: 'named by a standard; your members agreed on no list for this contract, so it may do something else',
  raw: 'NOBODY CAN SAY what this does. Allowed only by a rule that names it',
} as const;

/** One call: which method of whose, by whose word, and every argument. */
export function callLines({ number, contract, label, title, source, args, raw }: ToldCall): string[] {
  const name = label === '' ? '' : `${JSON.stringify(label)} `;
  return [
    line(`call ${number}`, title === '' ? 'a plain payment' : title),
    line('', bySource[source]),
    line('of', `${name}${blocksOf(contract).join(' ')}`),
    ...argumentLines(args),
    ...(raw === '' ? [] : [line('  all data', raw)]),
  ];
}
