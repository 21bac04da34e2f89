import { expect, it } from 'vitest';
import { addressPoisoning } from './address-poisoning.ts';

const known = [
  { address: '0xABCD000000000000000000000000000000001234', label: 'Bank' },
  { address: '0xabcd000000000000000000000000000000001234', label: 'Bank, written small' },
  { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', label: 'Miner' },
  { address: 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8', label: 'Exchange' },
  { address: 'TAb1GHnhYnQKFF4LKrRLztkjYAvbNoxnQ8', label: 'Landlord' },
  { address: 'UQB1bjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', label: 'Baker' },
  { address: 'UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', label: 'Bakery' },
];
const labels = (address: string): string[] => addressPoisoning(known)(address).map(({ label }) => label);

it.each([
  ['0xabcd111111111111111111111111111111111234', ['Bank', 'Bank, written small']],
  ['bc1qar0999999999999999999999999999999995mdq', ['Miner']],
  ['0xabcd000000000000000000000000000000001234', []],
  ['0xabcd111111111111111111111111111111111235', []],
  ['0xabce111111111111111111111111111111111234', []],
  ['TSzdAAAAAAAAAAAAAAAAAAAAAAAAAAxnQ8', ['Exchange']],
  ['TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxNQ8', ['Exchange']],
  ['TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8', []],
  ['UQDKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPuwA', ['Bakery']],
  ['UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA', []],
  ['TAb1AAAAAAAAAAAAAAAAAAAAAAAAAAxnQ8', ['Landlord']],
  ['UQB1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPuwA', ['Baker']],
  ['BC1QAR0999999999999999999999999999999995MDQ', ['Miner']],
  ['', []],
])('%s is taken for %j', (address, expected) => {
  expect(labels(address)).toEqual(expected);
});
