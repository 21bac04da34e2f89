import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DeliveryStatement, digestWords } from '@holdfast/policy';
import { kitGroup, kitToJson, newRecipient, openKit, sealKit } from '@holdfast/recovery/kit';
import { signerFingerprint } from '@holdfast/review';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../recovery/test/cheap-kits.ts';
import { delivery, forgery, newSigningKeys, type SigningKeys } from '../../recovery/test/delivery.ts';
import { threeKits } from '../../recovery/test/parties.ts';
import { run } from '../src/main.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-delivered-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (name: string): string => path.join(dir, name);

async function cli(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(args, {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: () => Promise.resolve(undefined),
    piped: () => Promise.resolve(undefined),
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const kitPass = 'tulip anvil meadow crank';
const signer = newSigningKeys();
const wordsOf = (keys: SigningKeys): string => digestWords(signerFingerprint(keys)).join(' ');
const [first, , third] = threeKits();
let recipient = '';
let made = 0;

beforeAll(async () => {
  writeFileSync(at('secret-pass'), 'canal timber violin osprey\n');
  writeFileSync(at('kit-pass'), `${kitPass}\n`);
  writeFileSync(at('kit-3.age'), await sealKit(third, kitPass));
  const person = await cli('kit', 'recipient', at('me.age'), '--passphrase-file', at('secret-pass'));
  expect(person.code).toBe(0);
  recipient = person.out;
});

/** Opens such a file with `kit open`, told of its origin as given. */
async function open(text: string, ...origin: string[]) {
  made += 1;
  const [file, kit] = [at(`share-${made}.txt`), at(`opened-${made}.age`)];
  writeFileSync(file, text);
  const passes = ['secret-pass', 'kit-pass', 'kit-pass'].flatMap((name) => ['--passphrase-file', at(name)]);
  return { ...(await cli('kit', 'open', file, kit, '--key', at('me.age'), ...passes, ...origin)), kit };
}
async function refused(text: string, why: RegExp, ...origin: string[]): Promise<void> {
  const { code, err, out, kit } = await open(text, ...origin);
  expect(err).toMatch(why);
  expect([code, out]).toEqual([3, '']);
  expect(() => statSync(kit)).toThrow();
}

describe('key material that a signer gave out', () => {
  it('opens by the words of its signer, and with the recovery kit makes the keys again', async () => {
    expect(recipient).toMatch(/^age1[02-9ac-hj-np-z]{58}$/);
    expect(statSync(at('me.age')).mode & 0o777).toBe(0o600);
    expect(readFileSync(at('me.age'), 'latin1')).not.toContain('AGE-SECRET-KEY');
    const text = await delivery(first, recipient, signer);
    const opened = await open(text.replaceAll('\n', '\r\n'), '--fingerprint', wordsOf(signer).toUpperCase());
    expect(opened).toMatchObject({ code: 0, err: '' });
    expect(opened.out).toContain('party 1');
    expect(opened.out).toContain(`signer 1, ${wordsOf(signer)}; origin checked`);
    const kit = await openKit(new Uint8Array(readFileSync(opened.kit)), kitPass);
    expect(kitToJson(kit)).toBe(kitToJson(first));
    const both = ['--passphrase-file', at('kit-pass'), '--passphrase-file', at('kit-pass')];
    const recovered = await cli('recover', opened.kit, at('kit-3.age'), ...both);
    expect(recovered).toMatchObject({ code: 0, err: '' });
  }, 120_000);

  it('opens by another kit of the key group, and by the signer’s own address', async () => {
    const text = await delivery(first, recipient, signer);
    expect(await open(text, '--compare', at('kit-3.age'))).toMatchObject({ code: 0, err: '' });
    const { identity, channel } = signer;
    const page = createServer((_, reply) => reply.end(JSON.stringify({ identity, channel, name: 'Signer A' })));
    await new Promise<void>((listening) => page.listen(0, '127.0.0.1', listening));
    try {
      const address = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
      expect(await open(text, '--signer', address)).toMatchObject({ code: 0, err: '' });
      const other = await delivery(first, recipient, newSigningKeys());
      await refused(other, /not from Signer A/, '--signer', address);
    } finally {
      page.close();
    }
  }, 120_000);

  it('is not opened for somebody else', async () => {
    const elsewhere = await delivery(first, (await newRecipient()).recipient, signer);
    const { code, kit } = await open(elsewhere, '--fingerprint', wordsOf(signer));
    expect(code).not.toBe(0);
    expect(() => statSync(kit)).toThrow();
  });
});

describe('a file that no signer made is refused', () => {
  it('when nobody said how to know the signer, whatever the file says', async () => {
    await refused(await delivery(first, recipient, signer), /origin of .* is not proven/);
  });

  it('made up from public keys, with or without a statement, signed by whoever made it', async () => {
    const fake = forgery(first);
    expect(kitGroup(fake)).toBe(kitGroup(first));
    const thief = newSigningKeys();
    const text = await delivery(fake, recipient, thief);
    await refused(text.slice(text.indexOf('-----BEGIN AGE')), /no signer says/, '--fingerprint', wordsOf(signer));
    await refused(text, /not from the signer/, '--fingerprint', wordsOf(signer));
    await refused(text, /does not fit/, '--compare', at('kit-3.age'));
    const posed = await delivery(fake, recipient, { ...signer, secret: thief.secret });
    await refused(posed, /signature .* does not hold/, '--fingerprint', wordsOf(signer));
  });

  it('put together from a true statement and another file', async () => {
    const [text, other] = [await delivery(first, recipient, signer), await delivery(forgery(first), recipient, signer)];
    const cut = (whole: string): number => whole.indexOf('-----BEGIN AGE');
    const joined = text.slice(0, cut(text)) + other.slice(cut(other));
    await refused(joined, /another than the signer signed/, '--fingerprint', wordsOf(signer));
    const altered = text.replace('"signer":"1"', '"signer":"2"');
    await refused(altered, /signature .* does not hold/, '--fingerprint', wordsOf(signer));
    await refused(text.replace('"v":"1"', '"v":"1","w":"1"'), /cannot be read/, '--fingerprint', wordsOf(signer));
  });

  const falsely: Record<string, Partial<DeliveryStatement>> = {
    'another share': { signer: '2' },
    'another epoch': { epoch: '1' },
    'another installation': { deployment: 'e'.repeat(64) },
    'another key group': { keyGroup: '0'.repeat(32) },
    'other public shares': { shares: [{ party: '1', secp256k1: `02${'1'.repeat(64)}`, ed25519: '1'.repeat(64) }] },
  };
  it.each(Object.entries(falsely))('that holds what was not stated: %s', async (_, changes) => {
    const text = await delivery(first, recipient, signer, changes);
    await refused(text, /not what the signer signed/, '--fingerprint', wordsOf(signer));
  });

  it('even where one of two ways to know the signer holds', async () => {
    const text = await delivery(first, recipient, signer);
    const both = ['--compare', at('kit-3.age'), '--fingerprint', wordsOf(newSigningKeys())];
    await refused(text, /not from the signer/, ...both);
    const ofOthers = threeKits(9)[2];
    writeFileSync(at('others.age'), await sealKit(ofOthers, kitPass));
    await refused(text, /does not fit/, '--fingerprint', wordsOf(signer), '--compare', at('others.age'));
  });
});
