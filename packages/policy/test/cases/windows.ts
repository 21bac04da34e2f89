import type { PolicyDocument } from '../../src/index.ts';
import { transfer } from '../fixtures.ts';
import {
  type Amount,
  amount,
  asked,
  basic,
  type Case,
  eth,
  first,
  hour,
  type KnownFacts,
  now,
  onlyEth,
  rule,
  senior,
  usdc,
} from './crew.ts';

/** Sums over sliding windows. */

const spending = (id: string, change: Partial<NonNullable<KnownFacts['spendings']>[number]> = {}) => ({
  id,
  at: now - hour,
  wallet: '7',
  member: 'cem',
  asset: eth,
  units: '1000000000000000000',
  cents: '200000',
  ...change,
});
const dayOf = (scope: Amount['scope'], upTo = '2500000000000000000'): PolicyDocument =>
  senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo, hours: '24', scope }) }));
const worthOf = (upTo: string): PolicyDocument =>
  senior(rule('pass', amount({ unit: 'usd', upTo, hours: '24', scope: 'workspace' })));

export const windows: Record<string, Case> = {
  'nothing spent yet': { policy: dayOf('wallet'), votes: asked, facts: { spendings: [] }, is: ['satisfied', first] },
  'nobody counted': { policy: dayOf('wallet'), votes: asked, is: ['waiting', basic] },
  'exactly up to the bound': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a')] },
    is: ['satisfied', first],
  },
  'one unit over the bound': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { units: '1000000000000000001' })] },
    is: ['waiting', basic],
  },
  'as old as the window': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { at: now - 24 * hour, units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'a millisecond younger': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { at: now - 24 * hour + 1, units: '9000000000000000000' })] },
    is: ['waiting', basic],
  },
  'of another sub-wallet, by sub-wallet': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { wallet: '8', units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'of another sub-wallet, by workspace': {
    policy: dayOf('workspace'),
    votes: asked,
    facts: { spendings: [spending('a', { wallet: '8', units: '9000000000000000000' })] },
    is: ['waiting', basic],
  },
  'of another member, by member': {
    policy: dayOf('member'),
    votes: asked,
    facts: { spendings: [spending('a', { member: 'bob', units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'of the same member elsewhere, by member': {
    policy: dayOf('member'),
    votes: asked,
    facts: { spendings: [spending('a', { wallet: '8', units: '9000000000000000000' })] },
    is: ['waiting', basic],
  },
  'of another asset': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { asset: `evm:31337|${usdc}`, units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'the same intent, counted already': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending(transfer().id, { units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'values of several assets': {
    policy: worthOf('500000'),
    votes: asked,
    facts: {
      prices: { [eth]: '2000' },
      spendings: [spending('a'), spending('b', { asset: `evm:31337|${usdc}`, cents: '0' })],
    },
    is: ['satisfied', first],
  },
  'values one cent over': {
    policy: worthOf('500000'),
    votes: asked,
    facts: {
      prices: { [eth]: '2000' },
      spendings: [spending('a'), spending('b', { asset: `evm:31337|${usdc}`, cents: '1' })],
    },
    is: ['waiting', basic],
  },
  'something in the window without a value': {
    policy: worthOf('99999999999'),
    votes: asked,
    facts: {
      prices: { [eth]: '2000' },
      spendings: [{ id: 'a', at: now - 1, wallet: '8', member: 'bob', asset: eth, units: '1' }],
    },
    is: ['waiting', basic],
  },
  'something without a value before the window': {
    policy: worthOf('99999999999'),
    votes: asked,
    facts: {
      prices: { [eth]: '2000' },
      spendings: [{ id: 'a', at: now - 24 * hour, wallet: '8', member: 'bob', asset: eth, units: '1' }],
    },
    is: ['satisfied', first],
  },
};
