// @vitest-environment jsdom

import type { KeyGroupPublic } from '@holdfast/review/facts';
import { testChains } from '@holdfast/testkit/review';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, expect, it, vi } from 'vitest';
import { drawAddress } from '../src/address.ts';
import { quietSigner, testScreen } from './screen.ts';

const groupOf = (id: string): KeyGroupPublic => ({
  id: id.repeat(32),
  threshold: 2,
  parties: ['1', '2', '3'],
  secp256k1: { publicKey: bytesToHex(secp256k1.keygen().publicKey) },
  ed25519: { publicKey: '00'.repeat(32) },
  epoch: 0,
  active: true,
});
const [older, newer] = [groupOf('a'), groupOf('b')];
const path = 'm/60/7/0/3';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What the page says, without the blanks that group an address. */
async function shown(keyGroups: readonly KeyGroupPublic[], query: Record<string, string>): Promise<string> {
  const facts = {
    ...quietSigner,
    signer: '1',
    name: 'Signer 1',
    deployment: '',
    chains: testChains,
    keyGroups,
    singleHost: true,
  };
  vi.stubGlobal('fetch', ({ pathname, searchParams }: URL) => {
    const group = keyGroups.find(({ id }) => id === searchParams.get('keyGroup'));
    const reply = pathname === '/api/address' ? group && { address: at(group) } : facts;
    return Promise.resolve(reply ? Response.json(reply) : Response.json({ error: {} }, { status: 404 }));
  });
  const screen = testScreen('en-US', `#/address?${new URLSearchParams({ chain: 'evm:31337', path, ...query })}`);
  await drawAddress(screen);
  return (screen.main.textContent ?? '').replace(/\s/g, '');
}
/** As if the signer derived it. */
const at = ({ secp256k1: { publicKey } }: KeyGroupPublic): string => `0x${publicKey.slice(-40)}`;

it('shows the address of the very key group that the link names, as the signers attest it', async () => {
  for (const group of [older, newer]) expect(await shown([older, newer], { keyGroup: group.id })).toContain(at(group));
  expect(await shown([older], {})).toContain(at(older));
});

it('shows no address when the link does not say which of several key groups, or names an unknown one', async () => {
  for (const text of [await shown([older, newer], {}), await shown([older], { keyGroup: newer.id })]) {
    expect(text).toContain('Thelinknamesnokeygroup');
    expect(text).not.toContain('0x');
  }
});

it('says in words whose sub-wallet it is', async () => {
  expect(await shown([older], {})).toContain('Addressofsub-wallet7');
  expect(await shown([older], { path: 'm/60/8/0/3' })).toContain('Addressofsub-wallet8');
  expect(await shown([older], { path: 'm/60/7/0/3/1' })).toContain('Thelinknamesnopath');
});
