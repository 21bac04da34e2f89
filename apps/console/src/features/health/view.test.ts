import { expect, it } from 'vitest';
import { chain, signer, standing } from '../../../test/health.ts';
import { type Health, meanwhile, sizeText } from './view.ts';

const said = (change?: Partial<Health>) =>
  meanwhile(standing(change)).map(({ text, names }) => [text, ...names].join(' '));

it('nothing is wrong where everything answers', () => expect(said()).toEqual([]));

it('while a signer is silent payments wait for it by name, and what works is told with whose page answers', () =>
  expect(said({ signers: [signer('One', { state: 'silent' }), signer('Two')] })).toEqual([
    'tools:health.do.signersWait One',
    'tools:health.do.decideAt Two',
    'tools:health.do.freezeAt Two',
  ]));

it('while all are silent nothing is promised', () =>
  expect(said({ signers: [signer('One', { state: 'silent' }), signer('Two', { state: 'silent' })] })).toEqual([
    'tools:health.do.noSigner',
  ]));

it('a network that is away is told by its name, and that others go on; a node that is away is no harm', () => {
  const silent = [...chain('').nodes, { place: 2, state: 'silent' as const, height: null, heard_at: null }];
  expect(said({ chains: [chain('Bitcoin', { state: 'down' }), chain('Tron', { nodes: silent })] })).toEqual([
    'tools:health.do.chainsDown Bitcoin',
    'tools:health.do.otherChains',
    'tools:health.do.otherNodes Tron',
  ]);
  expect(said({ chains: [chain('Bitcoin', { state: 'down' })] })).toEqual(['tools:health.do.chainsDown Bitcoin']);
});

it('a full disk and a wrong clock are told by the signer’s name', () =>
  expect(said({ signers: [signer('One', { disk: 'full' }), signer('Two', { clock_off: true })] })).toEqual([
    'tools:health.do.diskFull One',
    'tools:health.do.clockOff Two',
  ]));

it('sizes are told in the unit that fits', () =>
  expect([0, 1_023, 1_024, 5 * 2 ** 30, 200 * 2 ** 30, 2 ** 41].map(sizeText)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KiB',
    '5.0 GiB',
    '200 GiB',
    '2.0 TiB',
  ]));
