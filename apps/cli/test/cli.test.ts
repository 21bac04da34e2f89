import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bodyHash, canonicalText, type Intent, intentText, parsePolicy } from '@holdfast/policy';
import { openKit } from '@holdfast/recovery/kit';
import type { SignerFacts } from '@holdfast/review/facts';
import { fetchIntent } from '@holdfast/signer-ui/signer-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../recovery/test/cheap-kits.ts';
import { startTwoSigners, type TwoSigners } from '@holdfast/signer/test/two-signers.ts';
import { policyChangeOf, transferOf } from '@holdfast/testkit/review';
import { run } from '../src/main.ts';

/** Runs a command line against real signers; nobody is at the keyboard unless `answer` is given. */
async function cli(args: string[], answer?: string) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args, {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: () => Promise.resolve(answer),
    piped: () => Promise.resolve(undefined),
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

let signers: TwoSigners;
let dir: string;
const at = (name: string): string => path.join(dir, name);
const id = (n: number): string => `0195b2c4-7e11-4c3a-9f00-${String(n).padStart(12, '0')}`;

beforeAll(async () => {
  signers = await startTwoSigners();
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-cli-'));
  writeFileSync(at('pass'), 'correct horse battery staple\n');
});
afterAll(async () => {
  await signers.stop();
  rmSync(dir, { recursive: true, force: true });
});

const setUpArgs = () => [
  'set-up',
  '--signer',
  signers.origins[0],
  '--key',
  at('owner.key'),
  '--code',
  signers.setupCode,
  '--name',
  'Ada',
  '--kit',
  at('kit.age'),
  '--passphrase-file',
  at('pass'),
];

async function announce(change: Partial<Intent>, remark = ''): Promise<Intent> {
  const info = (await (await fetch(`${signers.origins[0]}/api/info`)).json()) as { policyText: string };
  const policy = parsePolicy(info.policyText);
  const now = Date.now();
  const times = { created: String(now - 1000), notBefore: String(now - 1000), expires: String(now + 600_000) };
  const intent = transferOf(policy, { ...times, ...change });
  await signers.announce(intentText(intent), { remark });
  return intent;
}

const approveArgs = (intentId: string, ...more: string[]): string[] => [
  'approve',
  '--signer',
  signers.origins[0],
  '--key',
  at('owner.key'),
  intentId,
  ...more,
];

describe('holdfast device-key', () => {
  it('makes a key file that only its owner can read, and never overwrites one', async () => {
    const made = await cli(['device-key', 'new', at('owner.key'), '--plain']);
    expect(made.code).toBe(0);
    expect(made.err).toContain('not sealed');
    expect(statSync(at('owner.key')).mode & 0o777).toBe(0o600);
    const before = readFileSync(at('owner.key'), 'utf8');
    expect((await cli(['device-key', 'new', at('owner.key'), '--plain'])).code).toBe(5);
    expect(readFileSync(at('owner.key'), 'utf8')).toBe(before);
    expect((await cli(['device-key', 'show', at('owner.key')])).out).toBe(made.out);
  });

  it('seals a key under a passphrase, and asks for it', async () => {
    expect((await cli(['device-key', 'new', at('sealed.key'), '--passphrase-file', at('pass')])).code).toBe(0);
    expect((await cli(['device-key', 'show', at('sealed.key')])).code).toBe(2);
    writeFileSync(at('wrong'), 'something else entirely\n');
    expect((await cli(['device-key', 'show', at('sealed.key'), '--passphrase-file', at('wrong')])).code).toBe(5);
    expect((await cli(['device-key', 'show', at('sealed.key'), '--passphrase-file', at('pass')])).code).toBe(0);
  });
});

describe('holdfast set-up', () => {
  it('refuses a wrong set-up code and leaves the signers empty', async () => {
    const args = setUpArgs().map((part) => (part === signers.setupCode ? 'WRONG' : part));
    const refused = await cli(args);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('badSetupCode');
    expect((await cli(['status', '--signer', signers.origins[1]])).out).toContain('not set up');
  });

  it('makes rules, keys and a kit that opens; both signers hold the same active group', async () => {
    const done = await cli(setUpArgs());
    expect(done.err).not.toContain('holdfast:');
    const { keyGroup } = JSON.parse(done.out) as { keyGroup: string };
    for (const origin of signers.origins) {
      const { out } = await cli(['status', '--signer', origin]);
      expect(out).toContain(`${keyGroup}, epoch 0, active`);
    }
    const kit = await openKit(new Uint8Array(readFileSync(at('kit.age'))), 'correct horse battery staple');
    expect(kit.secp256k1.me).toBe(3);
  });

  it('is harmless when repeated', async () => {
    const again = await cli(setUpArgs());
    expect([again.code, again.out]).toEqual([0, 'already set up']);
  });
});

describe('holdfast approve', () => {
  it('shows the whole request and signs exactly it', async () => {
    const intent = await announce({ id: id(1) });
    const done = await cli(approveArgs(intent.id, '--yes'));
    expect(done.err).toBe('');
    expect(done.code).toBe(0);
    expect(done.out).toContain('Withdraw 1,234.567890123456789012 ETH from wallet 7 on Local Ethereum');
    expect(done.out).toContain('0x90F7 9bf6 EB2c 4f87 0365 E785 982E 1f10 1E93 b906');
    expect(done.out).toContain('0.002100000000000001 ETH');
    expect(done.out).toContain('the request is now satisfied');
    expect((await cli(approveArgs(intent.id, '--yes'))).code).toBe(1);
  });

  it('signs nothing unless somebody says so', async () => {
    const intent = await announce({ id: id(2) });
    expect((await cli(approveArgs(intent.id))).code).toBe(2);
    expect((await cli(approveArgs(intent.id), 'no')).code).toBe(1);
    const left = await cli(approveArgs(intent.id), 'approve');
    expect(left.out).toContain('satisfied');
  });

  it('refuses for good', async () => {
    const intent = await announce({ id: id(3) });
    expect((await cli(approveArgs(intent.id, '--refuse', '--yes'))).out).toContain('refused');
    expect((await cli(approveArgs(intent.id, '--yes'))).code).toBe(1);
  });

  it('signs why it refuses, and shows it to whoever looks at the request afterwards', async () => {
    const intent = await announce({ id: id(31) });
    const why = ['--reason', ' "wrong"\ninvoice '];
    const bad = await cli(approveArgs(intent.id, '--refuse', '--yes', '--reason', 'approved by \u202eada'));
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('the reason has at most 200 characters')]);
    expect((await cli(approveArgs(intent.id, '--yes', ...why))).code).toBe(2);
    expect((await cli(approveArgs(intent.id, '--refuse', '--yes', ...why))).code).toBe(0);
    const reply = await fetchIntent(signers.origins[0], intent.id);
    expect(reply.approvals).toMatchObject([{ decision: 'refuse', remark: '"wrong" invoice' }]);
    const after = await cli(approveArgs(intent.id, '--yes'));
    expect(after.code).toBe(1);
    expect(after.out).toMatch(/^ {2}refused by +\S.*: "\\"wrong\\" invoice"$/m);
  });

  it('tells of key material on its way before anything else, and refuses it at the other signer when the request has run out', async () => {
    const info = (await (await fetch(`${signers.origins[0]}/api/info`)).json()) as SignerFacts;
    const policy = parsePolicy(info.policyText ?? '');
    const keyGroup = info.keyGroups[0]?.id ?? '';
    const recipient = 'age17yl03pymfak0yf4hq6v6xvd6pwhj9tts8cjheyyd92k3utd7jfhq6v8q9v';
    const { deployment } = policy;
    const wanted = { v: '1', domain: 'holdfast/export/v1', deployment, keyGroup, epoch: '0', signer: '1', recipient };
    const now = Date.now();
    const intent: Intent = {
      ...policyChangeOf(policy, policy),
      kind: 'export',
      body: bodyHash(wanted),
      id: id(8),
      created: String(now - 1000),
      notBefore: String(now - 1000),
      expires: String(now + 8_000),
    };
    const request = canonicalText(wanted);
    await signers.announce(intentText(intent), { attachments: { export: request } });
    const asked = await cli(approveArgs(intent.id, '--yes'));
    expect(asked.out).toContain(`asked by Ada, readable by the holder of ${recipient}`);
    const { approvals } = await signers.call(0, 'approvals', { id: intent.id });
    for (const at of [0, 1] as const)
      await signers.call(at, 'export.grant', { intent: intentText(intent), request, approvals });
    await new Promise((done) => setTimeout(done, now + 8_100 - Date.now()));
    const banner = 'Key material of Signer 1 (1) goes out from';
    const second = approveArgs(intent.id).map((part) => (part === signers.origins[0] ? signers.origins[1] : part));
    expect((await cli(['status', '--signer', signers.origins[1]])).out).toContain(banner);
    expect((await cli(approveArgs(id(99), '--yes'))).out).toContain(banner);
    const again = await cli([...second, '--yes']);
    expect([again.code, again.out.includes(banner)]).toEqual([1, true]);
    const refused = await cli([...second, '--refuse', '--yes']);
    expect([refused.err, refused.out.split('; ').at(-1)]).toEqual(['', 'the request is now refused']);
    expect((await cli(['status', '--signer', signers.origins[1]])).out).not.toContain(banner);
    await cli(approveArgs(intent.id, '--refuse', '--yes'));
    expect((await cli(['status', '--signer', signers.origins[0]])).out).not.toContain(banner);
  });

  it('signs no other digest than the one it was told', async () => {
    const intent = await announce({ id: id(4) });
    const other = await cli(approveArgs(intent.id, '--yes', '--digest', 'f'.repeat(64)));
    expect([other.code, other.err]).toEqual([3, 'holdfast: not shown for approval: otherDigest']);
  });

  it('does not sign under rules that are no longer in force, or for coins the signer does not know', async () => {
    const stale = await announce({ id: id(5), policy: { id: 'main', version: '1', hash: 'a'.repeat(64) } });
    expect((await cli(approveArgs(stale.id, '--yes'))).code).toBe(3);
    const token = { symbol: 'USDC', contract: '0x0000000000000000000000000000000000000001', decimals: '6' };
    const fake = await announce({ id: id(6), asset: token });
    expect((await cli(approveArgs(fake.id, '--yes'))).code).toBe(3);
  });

  it('does not let a key sign that the rules do not know', async () => {
    const intent = await announce({ id: id(7) });
    await cli(['device-key', 'new', at('stranger.key'), '--plain']);
    const args = approveArgs(intent.id, '--yes').map((part) => (part === at('owner.key') ? at('stranger.key') : part));
    expect((await cli(args)).code).toBe(1);
  });

  it('tells apart wrong use, an absent request, an unreachable signer and a bad file by its exit code', async () => {
    expect((await cli(['approve'])).code).toBe(2);
    expect((await cli(['nonsense'])).code).toBe(2);
    expect((await cli(['approve', '--nonsense'])).code).toBe(2);
    expect((await cli(approveArgs(id(99), '--yes'))).code).toBe(1);
    const nowhere = approveArgs(id(1)).map((part) => (part === signers.origins[0] ? 'http://127.0.0.1:1' : part));
    expect((await cli(nowhere)).code).toBe(4);
    expect((await cli(['approve', '--signer', signers.origins[0], '--key', at('pass'), id(1)])).code).toBe(5);
    expect((await cli(['approve', '--signer', signers.origins[0], '--key', at('absent'), id(1)])).code).toBe(5);
  });
});

describe('holdfast freeze', () => {
  const freezeArgs = (origins: readonly string[], key = 'owner.key', ...more: string[]): string[] => [
    'freeze',
    ...origins.flatMap((origin) => ['--signer', origin]),
    '--key',
    at(key),
    ...more,
  ];
  const frozen = (): Promise<boolean[]> =>
    Promise.all(
      signers.origins.map(async (origin) => {
        const facts = (await (await fetch(`${origin}/api/info`)).json()) as { frozen: boolean };
        return facts.frozen;
      }),
    );

  it('stops nothing with a key that the rules do not know, or for a reason nobody should read', async () => {
    expect((await cli(freezeArgs(signers.origins, 'stranger.key'))).code).toBe(1);
    expect((await cli(freezeArgs(signers.origins, 'owner.key', '--reason', '\u202egnp'))).code).toBe(2);
    expect((await cli(freezeArgs([]))).code).toBe(2);
    expect((await cli(['freeze', '--signer', signers.origins[0]])).code).toBe(2);
    expect(await frozen()).toEqual([false, false]);
  });

  it('stops the signers that answer, and says by its exit code that another did not', async () => {
    const done = await cli(freezeArgs(['http://127.0.0.1:1', signers.origins[0]]));
    expect(done.code).toBe(4);
    expect(done.err).toContain('http://127.0.0.1:1: NOT FROZEN');
    expect(done.err).toContain(`warning: Signer 2 ${signers.origins[1]} was not asked`);
    expect(done.out).toContain(`Signer 1 ${signers.origins[0]}: frozen since`);
    expect(await frozen()).toEqual([true, false]);
  });

  it('stops both, and prints what each answered', async () => {
    const done = await cli(freezeArgs(signers.origins, 'owner.key', '--reason', 'A laptop was stolen'));
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out.match(/frozen since \S+ by Ada, proven by their key/g)).toHaveLength(2);
    expect(await frozen()).toEqual([true, true]);
    expect((await cli(['status', '--signer', signers.origins[1]])).out).toContain('yes: nothing is signed');
    expect((await cli(freezeArgs(signers.origins))).code).toBe(0);
  });
});

describe('holdfast recover', () => {
  it('derives from one kit the addresses that the signers derive', async () => {
    const place = { chain: 'evm:31337', path: 'm/60/7/0/0' };
    const { out, code } = await cli([
      'recover',
      at('kit.age'),
      '--passphrase-file',
      at('pass'),
      '--address',
      `${place.chain}=${place.path}`,
    ]);
    expect(code).toBe(0);
    const { address } = await signers.call(0, 'address', place);
    expect(out).toContain(String(address));
    expect(out).toContain('1 of 2 needed');
  });

  it('shows no private key from too few kits', async () => {
    const few = await cli(['recover', at('kit.age'), '--passphrase-file', at('pass'), '--show-keys']);
    expect([few.code, few.err]).toEqual([3, 'holdfast: not enough shares (tooFewShares: 1 of 2)']);
    const twice = await cli(['recover', at('kit.age'), at('kit.age'), '--passphrase-file', at('pass'), '--show-keys']);
    expect(twice.code).toBe(3);
  });

  it('refuses a file that is no kit and a wrong passphrase', async () => {
    expect((await cli(['recover', at('pass'), '--passphrase-file', at('pass')])).code).toBe(5);
    expect((await cli(['recover', at('kit.age'), '--passphrase-file', at('wrong')])).code).toBe(5);
  });
});

describe('npx holdfast', () => {
  const script = path.resolve(import.meta.dirname, '../../../scripts/holdfast.mjs');

  it('passes arguments and exit code through the launcher', () => {
    const help = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8' });
    expect([help.status, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('holdfast COMMAND');
    expect(spawnSync(process.execPath, [script, 'nonsense']).status).toBe(2);
  });

  it('gives the words of a signer that its page shows', async () => {
    const file = path.join(signers.dir, 'signer-1', 'identity.pub.json');
    const words = spawnSync(process.execPath, [script, 'fingerprint', file], { encoding: 'utf8' }).stdout.trim();
    expect(words.split(' ')).toHaveLength(8);
    expect((await cli(['status', '--signer', signers.origins[0]])).out).toContain(words);
  });
});
