import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addressDigest } from '@holdfast/policy';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterAll, expect, test } from 'vitest';
import { run } from '../src/main.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-address-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const save = (name: string, value: unknown): string => {
  const file = path.join(dir, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
};

const signers = ['1', '2'].map((id) => ({ id, ...ed25519.keygen() }));
const pin = ({ id, publicKey }: (typeof signers)[number]): string =>
  `${id}=${save(`${id}.pub.json`, { identity: bytesToHex(publicKey), channel: '00'.repeat(32) })}`;
const claim = {
  deployment: 'ab'.repeat(32),
  keyGroup: 'cd'.repeat(16),
  chain: 'evm:1',
  path: 'm/60/7/0/0',
  address: '0x1',
};
const row = {
  address_id: 1,
  chain_id: claim.chain,
  address: claim.address,
  path: claim.path,
  proof: {
    deployment: claim.deployment,
    key_group: claim.keyGroup,
    attestations: signers.map(({ id, secretKey }) => ({
      signer: id,
      attestation: bytesToHex(ed25519.sign(addressDigest(claim), secretKey)),
    })),
  },
};

async function cli(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args, {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: () => Promise.resolve(undefined),
    piped: () => Promise.resolve(undefined),
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
const verify = signers.flatMap((signer) => ['--verify', pin(signer)]);

test('addresses of a kept reply are printed when every named signer vouches for each', async () => {
  const { code, out } = await cli('address', save('reply.json', { data: { list: [row] } }), ...verify);
  expect([code, out]).toEqual([0, 'evm:1 m/60/7/0/0 0x1']);
});

test('one that was exchanged is named and not printed as sound', async () => {
  const file = save('false.json', { list: [row, { ...row, address: '0xdead' }] });
  const { code, out, err } = await cli('address', file, ...verify);
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain('do not use evm:1 m/60/7/0/0 0xdead: signer 1, 2 does not vouch for it');
});

test('without a signer’s key, with another’s, or without an address nothing is proven', async () => {
  const file = save('reply.json', row);
  expect((await cli('address', file)).code).toBe(2);
  expect((await cli('address', file, '--verify', 'signer')).code).toBe(2);
  const [first, second] = signers;
  if (!first || !second) throw new Error('two signers');
  expect((await cli('address', file, '--verify', pin({ ...second, id: '1' }))).code).toBe(3);
  expect((await cli('address', save('empty.json', { list: [] }), ...verify)).code).toBe(3);
});
