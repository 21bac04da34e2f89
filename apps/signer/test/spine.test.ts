import {
  addressAt,
  ask,
  asked,
  assemble,
  btcPlan,
  call,
  coin,
  decide,
  evmPlan,
  must,
  signBoth,
  transfer,
  usdc,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Ready, readyPair } from './harness.ts';

let ready: Ready;
beforeAll(async () => {
  ready = await readyPair();
});
afterAll(() => ready?.pair.stop());

test('two signers and a recovery party make one key group, and both signers hold it active', async () => {
  for (const place of ready.pair.places) {
    const health = await must<{ keyGroups: { id: string; active: boolean }[]; policy: { version: string } }>(
      call(ready.pair, place, 'health', {}),
    );
    expect(health.keyGroups).toMatchObject([{ id: ready.group.id, active: true }]);
    expect(health.policy.version).toBe('1');
  }
});

test('both signers release the same valid signature over an ETH payment', async () => {
  const intent = transfer(ready, 'evm');
  const request = { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: evmPlan(0) };
  const replies = await signBoth(ready.pair, ready.pair.places, request);
  const txs = replies.map((reply) => assemble(ready.group, request, reply));
  expect(txs[0]?.txid).toMatch(/^0x[0-9a-f]{64}$/);
  expect(txs[0]).toEqual(txs[1]);
});

test('a token payment is signed', async () => {
  const intent = transfer(ready, 'evm', { asset: { symbol: 'USDC', contract: usdc, decimals: '6' } });
  const request = { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: evmPlan(1) };
  const [reply] = await signBoth(ready.pair, ready.pair.places, request);
  expect(reply && assemble(ready.group, request, reply).raw).toContain('a9059cbb');
});

test('a bitcoin payment from several inputs is signed in one session', async () => {
  const intent = transfer(ready, 'bitcoin');
  const coins = [0, 1, 2].map((i) => coin(ready.group, `m/0/7/0/${i}`, 30_000n, i));
  const request = { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: btcPlan(coins, 'm/0/7/1/0') };
  const written = ready.pair.places.map(({ signer }) => vi.spyOn(signer?.ctx.store ?? expect.fail(), 'append'));
  const replies = await signBoth(ready.pair, ready.pair.places, request);
  expect(replies[0]?.signatures).toHaveLength(3);
  // Where the change went is in each signer's journal, for whoever has to find it without the server.
  for (const append of written)
    expect(append.mock.calls.flat()).toContainEqual(
      expect.objectContaining({ type: 'decided', changePath: 'm/0/7/1/0' }),
    );
  expect(replies.map((reply) => assemble(ready.group, request, reply).txid)[0]).toMatch(/^[0-9a-f]{64}$/);
});

test('both signers vouch for the same address, and its attestation names it', async () => {
  const path = 'm/60/7/0/0';
  const answers = await Promise.all(
    ready.pair.places.map((place) =>
      asked<{ address: string }>(ask(place, 'GET', `/api/address?chain=evm:31337&path=${path}`)),
    ),
  );
  expect(answers.map(({ address }) => address)).toEqual(Array(2).fill(addressAt(ready.group, 'evm', path)));
});
