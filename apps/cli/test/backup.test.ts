import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Kit, kitToJson, openKit, sealKit } from '@holdfast/recovery/kit';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { parseTransaction, recoverTransactionAddress, type TransactionSerializedEIP1559 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmKit, planCeremony, runCeremony } from '../../recovery/src/ceremony.ts';
import '../../recovery/test/cheap-kits.ts';
import { type Pair, type Place, passphrase, type Ready, startPair, startPlace } from '@holdfast/signer/test/harness.ts';
import {
  assemble,
  call,
  decide,
  evmPlan,
  genesis,
  must,
  newMember,
  newPolicy,
  signBoth,
  transfer,
} from '@holdfast/testkit/signer';
import { threeKits } from '../../recovery/test/parties.ts';
import { run } from '../src/main.ts';

/** A real ceremony, a real signer's share, and what the two backups are worth together. */
const root = path.resolve(import.meta.dirname, '../../..');
const node = process.execPath;
const signerMain = path.join(root, 'apps/signer/src/main.ts');
const launcher = path.join(root, 'scripts/holdfast.mjs');
const slow = 200_000;
const kitPassphrase = 'tulip anvil meadow crank';
const place = { chain: 'evm:31337', path: 'm/60/7/0/0' };

let pair: Pair;
let first: Place;
let second: Place;
let ready: Ready;
let recoveryKit: Kit;
let attested: string;
const at = (name: string): string => path.join(pair.dir, name);

async function ceremony(): Promise<Ready> {
  const owner = newMember('owner', 'owner');
  const policy = newPolicy(pair, [owner], ['owner']);
  await genesis(pair, policy, owner);
  const plan = planCeremony(policy, owner.member.id, Date.now());
  // The harness listens on other ports than the signers' public origins.
  const facts = await Promise.all(pair.places.map(async ({ url }) => ({ ...(await signerFacts(url)), origin: url })));
  const approvals = [decide(plan.intent, owner, 'approve')];
  const shares = await runCeremony(plan, approvals, policy, facts, () => undefined);
  const { request } = plan;
  const createdAt = new Date().toISOString();
  recoveryKit = { deployment: policy.deployment, ceremony: request.ceremony, createdAt, ...shares };
  const id = await confirmKit(recoveryKit, facts);
  const { keyGroups } = await must<{ keyGroups: Ready['group'][] }>(call(pair, first, 'health', {}));
  const group = keyGroups.find((one) => one.id === id);
  if (!group) throw new Error('the signer does not hold the group');
  return { pair, owner, policy, group };
}

beforeAll(async () => {
  pair = await startPair();
  const [one, two] = pair.places;
  if (!one || !two) throw new Error('two signers');
  [first, second] = [one, two];
  ready = await ceremony();
  const answers = pair.places.map((link) => must<{ address: string }>(call(pair, link, 'address', place)));
  const addresses = (await Promise.all(answers)).map(({ address }) => address);
  expect(new Set(addresses).size).toBe(1);
  attested = addresses[0] ?? '';
  writeFileSync(at('signer-pass'), passphrase);
  writeFileSync(at('kit-pass'), `${kitPassphrase}\n`);
  writeFileSync(at('recovery-kit.age'), await sealKit(recoveryKit, kitPassphrase), { mode: 0o600 });
}, slow);
afterAll(() => pair.stop());

const exportArgs = (signer: Place, ...more: string[]) => [
  signerMain,
  'export',
  '--data',
  signer.dir,
  '--passphrase-file',
  at('signer-pass'),
  ...more,
];
/** The kit's passphrase is stretched on purpose; beside other work that takes long. */
const spawnLimitMs = 150_000;
const exportRun = (args: readonly string[]) => spawnSync(node, args, { encoding: 'utf8', timeout: spawnLimitMs });

/** The two commands as an operator types them, joined by the shell's own pipe. */
function exportAndSeal(signer: Place, out: string) {
  const script = '"$NODE" "$@" | "$NODE" "$LAUNCHER" kit seal "$OUT" --passphrase-file "$PASS"';
  const env = { ...process.env, NODE: node, LAUNCHER: launcher, OUT: out, PASS: at('kit-pass') };
  return spawnSync('sh', ['-c', script, 'sh', ...exportArgs(signer)], { env, encoding: 'utf8', timeout: spawnLimitMs });
}

async function cli(args: string[], piped?: string) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args, {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: () => Promise.resolve(undefined),
    piped: () => Promise.resolve(piped),
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
const seal = (name: string, text: string | undefined, pass = 'kit-pass') =>
  cli(['kit', 'seal', at(name), '--passphrase-file', at(pass)], text);
const recover = (kits: string[], ...more: string[]) =>
  cli(['recover', ...kits.map(at), '--passphrase-file', at('kit-pass'), ...more]);
const exportsOf = async (signer: Place) =>
  (await must<{ exported: { keyGroup: string; epoch: number; count: number }[] }>(call(pair, signer, 'health', {})))
    .exported;

describe('signer export', () => {
  it('refuses while the signer runs', () => {
    const refused = exportRun(exportArgs(first));
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('another signer process is using it');
  });

  it('gives nothing to a file or a device such as a terminal, to a wrong passphrase, or for another group', async () => {
    await second.signer?.stop();
    const file = openSync(at('plain.json'), 'w');
    const device = openSync('/dev/null', 'w');
    for (const stdout of [file, device]) {
      const refused = spawnSync(node, exportArgs(second), { stdio: ['ignore', stdout, 'pipe'], encoding: 'utf8' });
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('only through a pipe');
    }
    for (const handle of [file, device]) closeSync(handle);
    expect(statSync(at('plain.json')).size).toBe(0);
    const other = exportRun(exportArgs(second, '--group', 'f'.repeat(32)));
    expect([other.status, other.stdout]).toEqual([1, '']);
    expect(other.stderr).toContain(ready.group.id);
    const wrong = exportRun([...exportArgs(second).slice(0, -1), at('kit-pass')]);
    expect([wrong.status, wrong.stdout]).toEqual([1, '']);
    await startPlace(pair, second);
    expect(await exportsOf(second)).toEqual([]);
  });

  it(
    'is piped into an encrypted kit of mode 0600, kept in the journal and shown in health; the signers go on signing',
    async () => {
      await first.signer?.stop();
      const done = exportAndSeal(first, at('signer-1.age'));
      expect(done.status, done.stderr).toBe(0);
      expect(statSync(at('signer-1.age')).mode & 0o777).toBe(0o600);
      const kit = await openKit(new Uint8Array(readFileSync(at('signer-1.age'))), kitPassphrase);
      expect(kit).toMatchObject({ deployment: ready.policy.deployment, ceremony: recoveryKit.ceremony });
      expect([kit.secp256k1.me, kit.ed25519.me]).toEqual([1, 1]);
      const secret = kit.secp256k1.share.toString(16).padStart(64, '0');
      expect(done.stdout + done.stderr + readFileSync(at('signer-1.age'), 'latin1')).not.toContain(secret);
      await startPlace(pair, first);
      expect(await exportsOf(first)).toMatchObject([{ keyGroup: ready.group.id, epoch: 0, count: 1 }]);
      const intent = transfer(ready, 'evm');
      const request = { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: evmPlan(0) };
      const [reply] = await signBoth(pair, pair.places, request);
      if (!reply) throw new Error('no reply');
      expect(assemble(ready.group, request, reply).txid).toMatch(/^0x[0-9a-f]{64}$/);
    },
    slow,
  );
});

describe('holdfast kit seal', () => {
  it('writes nothing for what is no sound kit, for a weak passphrase, or over a file that exists', async () => {
    const text = kitToJson(threeKits()[0]);
    writeFileSync(at('weak'), 'short\n');
    expect((await seal('a.age', undefined)).code).toBe(2);
    expect((await seal('a.age', '')).code).toBe(2);
    expect((await seal('a.age', 'no kit')).code).toBe(5);
    expect((await seal('a.age', text.replace('"party": 1', '"party": 2'))).code).toBe(5);
    expect((await seal('a.age', text, 'weak')).code).toBe(2);
    expect(() => statSync(at('a.age'))).toThrow('ENOENT');
    const before = readFileSync(at('signer-1.age'));
    expect((await seal('signer-1.age', text)).code).toBe(5);
    expect(readFileSync(at('signer-1.age')).equals(before)).toBe(true);
  });
});

describe('holdfast recover, with a signer’s share and the recovery kit', () => {
  it(
    'gives the key of the address that both signers attested, and a chain library accepts what it signs',
    async () => {
      const address = `${place.chain}=${place.path}`;
      const done = await recover(['signer-1.age', 'recovery-kit.age'], '--address', address, '--show-keys');
      expect(done.err).toContain('moves every address of the group');
      expect(done.code).toBe(0);
      expect(done.out).toContain('the shares make the keys of this group');
      expect(done.out).toContain(`${place.path}  ${attested}`);
      const [, key] = /private key +([0-9a-f]{64})$/m.exec(done.out) ?? [];
      const account = privateKeyToAccount(`0x${key ?? ''}`);
      expect(account.address).toBe(attested);
      const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n, gas: 21_000n };
      const tx = { type: 'eip1559', chainId: 31_337, nonce: 0, to: account.address, value: 1n, ...fees } as const;
      const serializedTransaction = (await account.signTransaction(tx)) as TransactionSerializedEIP1559;
      expect(parseTransaction(serializedTransaction)).toMatchObject({ chainId: 31_337, value: 1n });
      expect(await recoverTransactionAddress({ serializedTransaction })).toBe(attested);
    },
    slow,
  );

  it(
    'shows keys only when told to, and has none from either backup alone',
    async () => {
      const quiet = await recover(['signer-1.age', 'recovery-kit.age'], '--address', `${place.chain}=${place.path}`);
      expect([quiet.code, quiet.out.includes('private key')]).toEqual([0, false]);
      for (const kit of ['signer-1.age', 'recovery-kit.age']) {
        const alone = await recover([kit], '--show-keys');
        expect([alone.code, alone.err]).toEqual([3, 'holdfast: not enough shares (tooFewShares: 1 of 2)']);
      }
    },
    slow,
  );

  it(
    'refuses kits of different key groups and of different epochs',
    async () => {
      expect((await seal('foreign.age', kitToJson(threeKits(9)[0]))).code).toBe(0);
      const kit = await openKit(new Uint8Array(readFileSync(at('signer-1.age'))), kitPassphrase);
      const later = { secp256k1: { ...kit.secp256k1, epoch: 1 }, ed25519: { ...kit.ed25519, epoch: 1 } };
      expect((await seal('later.age', kitToJson({ ...kit, ...later }))).code).toBe(0);
      const foreign = await recover(['foreign.age', 'recovery-kit.age'], '--show-keys');
      expect([foreign.code, foreign.err]).toEqual([3, expect.stringContaining('otherGroup')]);
      const mixed = await recover(['later.age', 'recovery-kit.age'], '--show-keys');
      expect([mixed.code, mixed.err]).toEqual([3, expect.stringContaining('otherEpoch')]);
      expect(foreign.out + mixed.out).toBe('');
    },
    slow,
  );
});
