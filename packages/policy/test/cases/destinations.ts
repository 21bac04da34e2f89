import type { Intent, PolicyDocument, SeniorRule } from '../../src/index.ts';
import { hashOf } from '../fixtures.ts';
import { asked, basic, type Case, first, type KnownFacts, one, rule, senior, under } from './crew.ts';

/** Where payments go. */

const payTo = (address: string, entry = ''): Partial<Intent> => ({
  outputs: [{ address, amount: one, memo: '', entry, path: '' }],
});
export const [mine, listed, stranger] = ['0xmine', hashOf('listed'), '0xstranger'];
const known: KnownFacts = { internal: [mine], listed: [listed] };
const going = (mode: SeniorRule['when']['destinations']['mode'], entries: string[] = []): PolicyDocument =>
  senior(rule('pass', { destinations: { mode, entries } }));
const open: PolicyDocument = senior(rule('pass'));
const held: KnownFacts = { ...known, whitelistHeld: true };
const white: PolicyDocument = under({ senior: [rule('pass')], book: { mode: 'on', coolingHours: '24' } });

export const destinations: Record<string, Case> = {
  'to our own, asked for our own': {
    policy: going('internal'),
    intent: payTo(mine),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to a listed one, asked for our own': {
    policy: going('internal'),
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'to our own, asked for known ones': {
    policy: going('known'),
    intent: payTo(mine),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to a listed one, asked for known ones': {
    policy: going('known'),
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to a stranger, asked for known ones': {
    policy: going('known'),
    intent: payTo(stranger),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'to a stranger, asked for unknown ones': {
    policy: going('unknown'),
    intent: payTo(stranger),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to our own, asked for unknown ones': {
    policy: going('unknown'),
    intent: payTo(mine),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'to a named entry': {
    policy: going('listed', [listed]),
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to a named entry that is not active': {
    policy: going('listed', [listed]),
    intent: payTo('0xl', listed),
    votes: asked,
    is: ['waiting', basic],
  },
  'to another entry': {
    policy: going('listed', [hashOf('x')]),
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'whitelist: to our own': { policy: white, intent: payTo(mine), votes: asked, facts: known, is: ['satisfied', first] },
  'whitelist: to a listed one': {
    policy: white,
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'whitelist: to a stranger': {
    policy: white,
    intent: payTo(stranger),
    votes: asked,
    facts: known,
    is: ['unsatisfiable', first, 'destinationNotListed'],
  },
  'whitelist: one stranger among listed ones': {
    policy: white,
    intent: { outputs: [...(payTo('0xl', listed).outputs ?? []), ...(payTo(stranger).outputs ?? [])] },
    votes: asked,
    facts: known,
    is: ['unsatisfiable', first, 'destinationNotListed'],
  },
  'whitelist off: to a stranger': { policy: open, intent: payTo(stranger), votes: asked, is: ['satisfied', first] },
  'whitelist off, still held: to a stranger': {
    policy: open,
    intent: payTo(stranger),
    votes: asked,
    facts: held,
    is: ['unsatisfiable', first, 'whitelistHeld'],
  },
  'whitelist off, still held: one stranger among listed ones': {
    policy: open,
    intent: { outputs: [...(payTo('0xl', listed).outputs ?? []), ...(payTo(stranger).outputs ?? [])] },
    votes: asked,
    facts: held,
    is: ['unsatisfiable', first, 'whitelistHeld'],
  },
  'whitelist off, still held: to a listed one': {
    policy: open,
    intent: payTo('0xl', listed),
    votes: asked,
    facts: held,
    is: ['satisfied', first],
  },
  'whitelist off, still held: to our own': {
    policy: open,
    intent: payTo(mine),
    votes: asked,
    facts: held,
    is: ['satisfied', first],
  },
  'whitelist on again, and still held: to a stranger': {
    policy: white,
    intent: payTo(stranger),
    votes: asked,
    facts: held,
    is: ['unsatisfiable', first, 'destinationNotListed'],
  },
};
