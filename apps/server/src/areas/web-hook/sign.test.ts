import { execFileSync } from 'node:child_process';
import { createHmac, createPrivateKey, generateKeyPairSync, verify as verifySignature } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createSecretBox } from '../../secrets.ts';
import { newHookKey, openHookKey } from './keys.ts';
import { signedHeaders } from './sign.ts';

const box = createSecretBox(Buffer.alloc(32, 7));
const endpoint = '5d1f7a3e-4c0b-4f0e-9d55-8a9a3f1d2c10';
const made = [newHookKey(box, endpoint), newHookKey(box, endpoint)] as const;
const keys = made.map(({ keyId, sealed }) => openHookKey(box, { key_id: keyId, endpoint_id: endpoint, sealed }));
const at = new Date(1_793_611_812_345);
const seconds = 1_793_611_812;
const body = '{"amount":"1.5","名":"收款"}';
const headers = signedHeaders({ id: 'evt_1', at, body }, keys);

test('the HMAC is the one of the published vector of Standard Webhooks', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const signed = signedHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' },
    [{ keyId: 'k', secret, key }],
  );
  expect(signed['webhook-signature']?.split(' ')[0]).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('the Ed25519 key is the one of its seed, as RFC 8032 has it', () => {
  // Test 1 of section 7.1.
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const sealed = box.seal(JSON.stringify({ secret: '', seed: seed.toString('base64') }), `web-hook:${endpoint}`);
  const { key } = openHookKey(box, { key_id: 'k', endpoint_id: endpoint, sealed });
  const { x } = createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' })).export({ format: 'jwk' });
  expect(Buffer.from(x ?? '', 'base64url').toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  );
});

test('X-Signature is the newest key’s alone, over time and body', () => {
  const [, keyId, ts, sig = ''] = /^keyid=([^,]+),ts=(\d+),sig=([^,]+)$/.exec(headers['x-signature'] ?? '') ?? [];
  expect([keyId, ts]).toEqual([made[0].keyId, String(seconds)]);
  const x = Buffer.from(made[0].publicKey.slice(5), 'base64').toString('base64url');
  const key = { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' as const };
  expect(verifySignature(null, Buffer.from(`${seconds}.${body}`), key, Buffer.from(sig, 'base64'))).toBe(true);
});

test('sealed keys open at their own endpoint alone', () => {
  const other = { key_id: 'k', endpoint_id: endpoint.replace('5', '6'), sealed: made[0].sealed };
  expect(() => openHookKey(box, other)).toThrow();
});

/** The examples of the page that receivers read, as it has them. */
describe('the code that the docs give', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../../docs/web-hooks.md'), 'utf8');
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-verify-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const written = (language: string, name: string): string => {
    const code = page.split(`\`\`\`${language} ${name}\n`)[1]?.split('\n```')[0] ?? '';
    const file = path.join(dir, name);
    writeFileSync(file, code);
    return file;
  };
  const altered = { ...headers, 'webhook-id': 'evt_2' };
  const forged = `v1,${createHmac('sha256', 'guess').update(`evt_1.${seconds}.${body}`).digest('base64')}`;
  const cases: readonly [what: string, headers: Record<string, string>, body: string, now: number, good: boolean][] = [
    ['as it was sent', headers, body, seconds + 60, true],
    ['with another body', headers, body.replace('1.5', '15'), seconds, false],
    ['with another id', altered, body, seconds, false],
    ['with another time', { ...headers, 'webhook-timestamp': String(seconds + 1) }, body, seconds, false],
    ['too late', headers, body, seconds + 301, false],
    ['too early', headers, body, seconds - 301, false],
    ['without a signature', { ...headers, 'webhook-signature': '' }, body, seconds, false],
    ['by somebody else', { ...headers, 'webhook-signature': forged }, body, seconds, false],
  ];
  const given = [made[0].secret, made[0].publicKey, made[1].secret, made[1].publicKey];

  test.each(cases)('for Node takes what is ours alone: %s', async (_what, sent, text, now, good) => {
    const { verify } = await import(pathToFileURL(written('js', 'verify.mjs')).href);
    for (const key of given) expect(verify(sent, Buffer.from(text), [key], now), key.slice(0, 6)).toBe(good);
    expect(verify(sent, Buffer.from(text), [newHookKey(box, endpoint).publicKey], now)).toBe(false);
  });

  test('for Python takes what is ours alone', () => {
    const program = `import json, sys\nfrom verify import verify\nfor case in json.load(sys.stdin): print(verify(case[0], case[1].encode(), case[3], case[2]))`;
    written('python', 'verify.py');
    const asked = given
      .filter((key) => key.startsWith('whsec_'))
      .flatMap((key) => cases.map(([, sent, text, now]) => [sent, text, now, key]));
    const said = execFileSync('python3', ['-c', program], { cwd: dir, input: JSON.stringify(asked), encoding: 'utf8' });
    const expected = [1, 2].flatMap(() => cases.map(([, , , , good]) => (good ? 'True' : 'False')));
    expect(said.trim().split('\n')).toEqual(expected);
  });
});
