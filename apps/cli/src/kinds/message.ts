import { blocksOf, honestText, isHandover, messageTold, type Review, type ToldMessage } from '@holdfast/review';
import { line } from '../line.ts';
import { callLines } from './argument.ts';
import type { KindInTerminal } from './kind.ts';

/** What a signature of it does. */
const does = {
  allowance: 'lets another account TAKE TOKENS of this wallet from then on',
  payment: 'whoever has it can have tokens of this wallet PAID, once',
  nothing: 'gives nobody anything by itself; it shows that this account signed these words',
  order: 'OFFERS assets on a market (Seaport): whoever brings what is asked for takes them',
  safe: 'agrees to a TRANSACTION OF A SAFE of which this account is an owner',
  delegation: 'lets another account ACT AS THIS ONE, or decide with its votes',
  call: 'lets somebody CALL A CONTRACT in the name of this account',
  unknown: 'NOBODY CAN SAY what it is worth. Allowed only by a rule that names it',
  handover: 'HANDS OVER a contract or an account, or who has a say over it',
} as const;

/** Several lines stay apart, so that none can be taken for one of ours. */
const quoted = (text: string): string[] =>
  text.split(/\r?\n/).map((one) => line('  |', honestText(one.replaceAll('\t', '  '))));

function networkText(review: Review, { form, chainless }: ToldMessage): string {
  if (form === 'text') return 'a text names none';
  const { chain, intent } = review;
  return chainless
    ? 'NONE: a signature of it counts on every network'
    : `${honestText(chain?.name ?? '')} ${intent.chain}`.trim();
}

const value = (type: string, text: string): string => (type === 'address' ? blocksOf(text).join(' ') : text);

function toldLines(review: Review, told: ToldMessage): string[] {
  return [
    ...(told.raw ? ['  ! What this signature is worth nobody can bound. Refuse it unless you know its use'] : []),
    ...(told.endless ? ['  ! It lets another account take EVERYTHING of a token, also what comes later'] : []),
    line('does', does[isHandover(told) ? 'handover' : told.deed]),
    line('for network', networkText(review, told)),
    line('checked by', told.contract === '' ? 'no contract is named' : blocksOf(told.contract).join(' ')),
    ...told.outflows.map(({ amount, symbol, contract }) =>
      line('may be taken', `${amount} ${symbol} (${contract}); it counts in every limit`),
    ),
    ...told.uncounted.map((token) => line('may be taken', `of ${token}, which this signer does not count`)),
    ...(told.form === 'text' ? [line('text', ''), ...quoted(told.text)] : [line('type', told.type)]),
    ...told.domain.map(({ name, type, text }) => line(`  domain ${name}`, value(type, text))),
    ...told.fields.map(({ name, type, text }) => line(`  ${name}`, value(type, text))),
    ...(told.calls.length > 0 ? [line('lets call', '')] : []),
    ...told.calls.flatMap(callLines),
    line('digest', `0x${told.digest}`),
  ];
}

export const terminal: KindInTerminal = {
  headline: (review) => {
    const told = messageTold(review);
    const what = told
      ? told.form === 'text'
        ? 'a text'
        : `typed data of the type ${told.type}`
      : 'a message that NOBODY CAN READ';
    const { intent, chain } = review;
    return `Sign ${what} with the account of wallet ${intent.wallet} on ${honestText(chain?.name ?? intent.chain)}`;
  },
  lines: (review) => {
    const told = messageTold(review);
    const { intent } = review;
    return [
      ...(told
        ? toldLines(review, told)
        : ['  ! This message cannot be read, or does more than it says. No signer signs it. Refuse it.']),
      line('from', `workspace ${intent.workspace}, wallet ${intent.wallet}, ${blocksOf(intent.from).join(' ')}`),
      line('fee', 'nothing: no transaction is made of it'),
    ];
  },
};
