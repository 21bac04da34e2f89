import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kitToJson, newRecipient, openKit, sealFor, sealKit } from '@holdfast/recovery/kit';
import { afterAll, expect, it } from 'vitest';
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

it('key material that a signer gave out, and the recovery kit, make the keys again', async () => {
  const [first, , third] = await threeKits();
  if (!first || !third) throw new Error('three kits');
  writeFileSync(at('secret-pass'), 'canal timber violin osprey\n');
  writeFileSync(at('kit-pass'), 'tulip anvil meadow crank\n');
  const made = await cli('kit', 'recipient', at('me.age'), '--passphrase-file', at('secret-pass'));
  expect(made.code).toBe(0);
  expect(made.out).toMatch(/^age1[02-9ac-hj-np-z]{58}$/);
  expect(statSync(at('me.age')).mode & 0o777).toBe(0o600);
  expect(readFileSync(at('me.age'), 'latin1')).not.toContain('AGE-SECRET-KEY');
  writeFileSync(at('share.age'), await sealFor(kitToJson(first), made.out));
  const passphrases = ['--passphrase-file', at('secret-pass'), '--passphrase-file', at('kit-pass')];
  const opened = await cli('kit', 'open', at('share.age'), at('kit-1.age'), '--key', at('me.age'), ...passphrases);
  expect(opened).toMatchObject({ code: 0, err: '' });
  expect(opened.out).toContain('party 1');
  const kit = await openKit(new Uint8Array(readFileSync(at('kit-1.age'))), 'tulip anvil meadow crank');
  expect(kitToJson(kit)).toBe(kitToJson(first));
  writeFileSync(at('kit-3.age'), await sealKit(third, 'tulip anvil meadow crank'));
  const both = ['--passphrase-file', at('kit-pass'), '--passphrase-file', at('kit-pass')];
  const recovered = await cli('recover', at('kit-1.age'), at('kit-3.age'), ...both);
  expect(recovered).toMatchObject({ code: 0, err: '' });
  const elsewhere = await sealFor(kitToJson(first), (await newRecipient()).recipient);
  writeFileSync(at('other.age'), elsewhere);
  const refused = await cli('kit', 'open', at('other.age'), at('kit-x.age'), '--key', at('me.age'), ...passphrases);
  expect(refused.code).not.toBe(0);
  expect(() => statSync(at('kit-x.age'))).toThrow();
}, 120_000);
