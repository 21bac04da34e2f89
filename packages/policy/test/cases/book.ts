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

/** Changes of the address book in order, the problem or '' of each; then which entry is good for a payment when. */
export function bookVectors() {
  const other: BookEntry = {
    chains: ['evm:1', 'evm:31337'],
    address: '0xother',
    memo: '7',
    assets: [usdc],
    label: 'Other',
  };
  const first = listing([entry, other]);
  const list: [string, BookChange, string][] = [
    ['first', first, ''],
    ['again', first, 'wrongPrevious'],
    [
      'the same payee under another name',
      { ...listing([{ ...entry, label: 'Again' }]), prev: bookHash(first) },
      'duplicateEntry',
    ],
    ['the same address with another memo', { ...listing([{ ...entry, memo: '1' }]), prev: bookHash(first) }, ''],
  ];
  let book = emptyBook;
  const at = now;
  const applied = list.map(([name, step, problem]) => {
    const result = applyBookChange(book, step, crew.deployment, at);
    const got = typeof result === 'string' ? result : '';
    if (got !== problem) throw new Error(`${name}: expected ${problem}, got ${got}`);
    if (typeof result !== 'string') book = result;
    return { name, change: step, problem, hash: bookHash(step), entries: step.add.map(entryHash) };
  });
  const pays: [string, Partial<Intent>, Intent['outputs'][number], number, boolean][] = [
    [
      'cooled down',
      {},
      { address: '0xl', amount: '1', memo: '', entry: entryHash(entry), path: '' },
      at + 24 * hour,
      true,
    ],
    [
      'a millisecond early',
      {},
      { address: '0xl', amount: '1', memo: '', entry: entryHash(entry), path: '' },
      at + 24 * hour - 1,
      false,
    ],
    [
      'another address',
      {},
      { address: '0xm', amount: '1', memo: '', entry: entryHash(entry), path: '' },
      at + 24 * hour,
      false,
    ],
    [
      'another memo',
      {},
      { address: '0xl', amount: '1', memo: '2', entry: entryHash(entry), path: '' },
      at + 24 * hour,
      false,
    ],
    [
      'another chain',
      { chain: 'evm:5' },
      { address: '0xl', amount: '1', memo: '', entry: entryHash(entry), path: '' },
      at + 24 * hour,
      false,
    ],
    [
      'an asset it is not for',
      {},
      { address: '0xother', amount: '1', memo: '7', entry: entryHash(other), path: '' },
      at + 24 * hour,
      false,
    ],
    [
      'the asset it is for',
      { asset: { symbol: 'USDC', contract: usdc, decimals: '6' } },
      { address: '0xother', amount: '1', memo: '7', entry: entryHash(other), path: '' },
      at + 24 * hour,
      true,
    ],
    [
      'an entry nobody listed',
      {},
      { address: '0xl', amount: '1', memo: '', entry: hashOf('none'), path: '' },
      at + 24 * hour,
      false,
    ],
  ];
  const payments = pays.map(([name, edit, output, when, good]) => {
    const intent = transfer({ ...edit, outputs: [output] });
    const got = isListedAt(book, intent, output, 24, when);
    if (got !== good) throw new Error(`${name}: expected ${good}, got ${got}`);
    return { name, chain: intent.chain, contract: intent.asset.contract, output, at: when, good };
  });
  return { deployment: crew.deployment, at, coolingHours: 24, changes: applied, payments };
}
