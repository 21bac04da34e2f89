import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bodyHash, type Intent, intentText, type PolicyDocument, policyHash, policyText } from '@holdfast/policy';
import { type Ready, readyPair } from '@holdfast/signer/test/harness.ts';
import {
  applyAt,
  ask,
  asked,
  baseIntent,
  call,
  decide,
  evmPlan,
  freezeOf,
  must,
  openParams,
  transfer,
} from '@holdfast/testkit/signer';
import type { Figure } from './run.ts';

const rounds = 40;

/** The members let both signers go on; returns the rules then in force. */
async function lift(ready: Ready, policy: PolicyDocument): Promise<PolicyDocument> {
  const { pair, owner } = ready;
  const next: PolicyDocument = { ...policy, version: String(Number(policy.version) + 1), prev: policyHash(policy) };
  const base = baseIntent(policy, owner.member.id, Date.now());
  const intent: Intent = { ...base, kind: 'policy', body: bodyHash(next), request: 'unfreeze' };
  const params = {
    intent: intentText(intent),
    document: policyText(next),
    approvals: [decide(intent, owner, 'approve')],
  };
  for (const place of pair.places) await must(applyAt(pair, place, 'policy', params));
  return next;
}

/** From the order being sent to both signers having answered: by then it is on their disks, and a payment that begins is refused. */
async function freezeBoth(ready: Ready, policy: PolicyDocument): Promise<number> {
  const { pair, owner, group } = ready;
  const freeze = freezeOf(policy, owner);
  const start = performance.now();
  await Promise.all(pair.places.map((place) => asked(ask(place, 'POST', '/api/freeze', { freeze }))));
  const took = performance.now() - start;
  const intent = transfer({ policy, group, owner }, 'evm');
  const params = openParams({ intent, approvals: [decide(intent, owner, 'approve')], plan: evmPlan(0) }, randomUUID());
  for (const place of pair.places) {
    const { error } = await call(pair, place, 'sign.open', params);
    if (error?.code !== 'frozen') throw new Error(`a payment after the freeze: ${error?.code ?? 'signed'}`);
  }
  return took;
}

async function look(ready: Ready): Promise<number> {
  const start = performance.now();
  await Promise.all(ready.pair.places.map((place) => asked(ask(place, 'GET', '/api/info'))));
  return performance.now() - start;
}

function syncedWrite(fd: number): number {
  const start = performance.now();
  writeSync(fd, new Uint8Array(512));
  fsyncSync(fd);
  return performance.now() - start;
}

const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] ?? Number.NaN;

export async function run(): Promise<{ rows: Figure[] }> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-bench-freeze-'));
  const fd = openSync(join(dir, 'yardstick'), 'w');
  const ready = await readyPair();
  const [freezes, looks, writes]: [number[], number[], number[]] = [[], [], []];
  try {
    let { policy } = ready;
    for (let n = 0; n < rounds; n++) {
      freezes.push(await freezeBoth(ready, policy));
      looks.push(await look(ready));
      writes.push(syncedWrite(fd));
      policy = await lift(ready, policy);
    }
  } finally {
    await ready.pair.stop();
    closeSync(fd);
    rmSync(dir, { recursive: true, force: true });
  }
  const figure = (name: string, q: number): Figure => ({
    name: `a member's order to freeze, sent → on disk and in force at both signers, ${name}`,
    value: quantile(freezes, q),
    unit: 'ms',
    aim: '≤ 1,000',
    yardstick: `asking both for their state: ${quantile(looks, q).toFixed(1)} ms; one synced write: ${quantile(writes, q).toFixed(1)} ms`,
  });
  return { rows: [figure('p50', 0.5), figure('p99', 0.99)] };
}
