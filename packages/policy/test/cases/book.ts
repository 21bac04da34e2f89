import {
  applyBookChange,
  type BookChange,
  type BookEntry,
  bookHash,
  emptyBook,
  entryHash,
  type Intent,
  isListedAt,
} from '../../src/index.ts';
import { hashOf, transfer } from '../fixtures.ts';
import { crew, hour, now, usdc } from './crew.ts';
import { entry, listing } from './governing.ts';

const other: BookEntry = {
  chains: ['evm:1', 'evm:31337'],
  address: '0xother',
  memo: '7',
  assets: [usdc],
  label: 'Other',
};
const first = listing([entry, other]);
const at = now;

const second: BookChange = { ...listing([{ ...entry, memo: '1' }]), prev: bookHash(first) };
const acorn = { chain: 'evm:1', contract: '0xacorn', symbol: 'ACRN', decimals: '7' };
const withToken: BookChange = {
  ...{ ...listing([]), v: '3', prev: bookHash(second) },
  tokens: { add: [acorn], remove: [] },
};
const tokenChange = (tokens: NonNullable<BookChange['tokens']>): BookChange => ({
  ...{ ...listing([]), v: '3', prev: bookHash(withToken) },
  tokens,
});

/** Name, change, and its problem or ''. */
const list: [string, BookChange, string][] = [
  ['first', first, ''],
  ['again', first, 'wrongPrevious'],
  [
    'the same payee under another name',
    { ...listing([{ ...entry, label: 'Again' }]), prev: bookHash(first) },
    'duplicateEntry',
  ],
  ['the same address with another memo', second, ''],
  ['a token to pay with', withToken, ''],
  [
    'that token with other decimals',
    tokenChange({ add: [{ ...acorn, decimals: '18' }], remove: [] }),
    'duplicateToken',
  ],
  [
    'a token taken out that is none',
    tokenChange({ add: [], remove: [{ chain: 'evm:5', contract: '0xacorn' }] }),
    'unknownToken',
  ],
];

type Output = Intent['outputs'][number];
const toEntry: Output = { address: '0xl', amount: '1', memo: '', entry: entryHash(entry), path: '' };
const toOther: Output = { address: '0xother', amount: '1', memo: '7', entry: entryHash(other), path: '' };
const cooled = at + 24 * hour;

/** Name, what is else in the payment, to whom, when, and whether the entry is good for it. */
const pays: [string, Partial<Intent>, Output, number, boolean][] = [
  ['cooled down', {}, toEntry, cooled, true],
  ['a millisecond early', {}, toEntry, cooled - 1, false],
  ['another address', {}, { ...toEntry, address: '0xm' }, cooled, false],
  ['another memo', {}, { ...toEntry, memo: '2' }, cooled, false],
  ['another chain', { chain: 'evm:5' }, toEntry, cooled, false],
  ['an asset it is not for', {}, toOther, cooled, false],
  ['the asset it is for', { asset: { symbol: 'USDC', contract: usdc, decimals: '6' } }, toOther, cooled, true],
  ['an entry nobody listed', {}, { ...toEntry, entry: hashOf('none') }, cooled, false],
];

/** Changes of the address book in order, the problem or '' of each; then which entry is good for a payment when. */
export function bookVectors() {
  let book = emptyBook;
  const applied = list.map(([name, step, problem]) => {
    const result = applyBookChange(book, step, crew.deployment, at);
    const got = typeof result === 'string' ? result : '';
    if (got !== problem) throw new Error(`${name}: expected ${problem}, got ${got}`);
    if (typeof result !== 'string') book = result;
    return { name, change: step, problem, hash: bookHash(step), entries: step.add.map(entryHash) };
  });
  const payments = pays.map(([name, edit, output, when, good]) => {
    const intent = transfer({ ...edit, outputs: [output] });
    const got = isListedAt(book, intent, output, 24, when);
    if (got !== good) throw new Error(`${name}: expected ${good}, got ${got}`);
    return { name, chain: intent.chain, contract: intent.asset.contract, output, at: when, good };
  });
  return { deployment: crew.deployment, at, coolingHours: 24, changes: applied, payments };
}
