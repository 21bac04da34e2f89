import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import { type RunningTon, startTon } from '@holdfast/devnet/ton';
import { sealKit } from '@holdfast/recovery/kit';
import { addressFromKit } from '@holdfast/recovery/recover';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../recovery/test/cheap-kits.ts';
import { threeKits } from '../../recovery/test/parties.ts';
import { run } from '../src/main.ts';

/** Kits of a key group whose coins lie on TON, which signs with the other curve. No server and no signer is there. */
const [kit, second, recovery] = threeKits(43);
const payee = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';
const spot = 'm/607/7/0/0';
/** An account that is a wallet v4r2, as its path says. */
const older = 'm/607/8/0/1';
let chain: RunningTon;
let dir: string;
const at = (name: string): string => path.join(dir, name);

async function cli(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run([...args, '--passphrase-file', at('pass')], {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: () => Promise.resolve(undefined),
    piped: () => Promise.resolve(undefined),
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-sweep-ton-'));
  chain = await startTon({ dir, port: 0 });
  writeFileSync(at('pass'), 'correct horse battery staple\n');
  for (const [name, one] of Object.entries({ one: kit, two: second, three: recovery }))
    writeFileSync(at(`${name}.age`), await sealKit(one, 'correct horse battery staple'));
  // The first of its nodes is away.
  const nodes = { rpcUrl: 'http://127.0.0.1:1', moreRpcUrls: [chain.config.rpcUrl] };
  writeFileSync(at('chains.json'), JSON.stringify([{ ...chain.config, ...nodes }]));
  writeFileSync(at('offline.json'), JSON.stringify([{ ...chain.config, rpcUrl: '' }]));
}, 60_000);
afterAll(async () => {
  await chain?.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('names the address of a key of the other curve from one kit, and brings the coins and a jetton elsewhere with two', async () => {
  const ours = addressFromKit(kit, chain.config.id, spot);
  const theirs = addressFromKit(kit, chain.config.id, older);
  const place = [spot, older].flatMap((path) => ['--address', `${chain.config.id}=${path}`]);
  const named = await cli('recover', at('three.age'), ...place);
  expect([named.code, named.out.includes(ours), named.out.includes(theirs)]).toEqual([0, true, true]);

  await chain.fund({ symbol: 'TON', address: ours, amount: '7' });
  await chain.fund({ symbol: 'NOT', address: ours, amount: '12.5' });
  await chain.fund({ symbol: 'TON', address: theirs, amount: '3' });
  await chain.mine(4);
  const to = ['--to', `${chain.config.id}=${payee}`];
  const looked = ['--chains', at('chains.json'), '--save-holdings', at('holdings.json')];
  const found = await cli('recover', at('three.age'), ...place, ...to, ...looked);
  expect([found.code, found.err]).toEqual([0, '']);

  // On a machine without a network: signed there, carried to a node.
  const offline = ['--chains', at('offline.json'), '--holdings', at('holdings.json')];
  const done = await cli('recover', at('one.age'), at('two.age'), ...place, ...to, ...offline);
  expect([done.code, done.err]).toEqual([0, '']);
  const raws = done.out.match(/^b5ee9c72[0-9a-f]{200,}$/gm) ?? [];
  expect(raws).toHaveLength(3);
  const reader = accountReader(readerOf(chain.config));
  for (const raw of raws) {
    expect(await reader.broadcast(raw)).toBe('accepted');
    await chain.mine(4);
  }
  const [coin, jetton] = chain.config.assets;
  if (!coin || !jetton) throw new Error('no coins');
  expect(await reader.balance(payee, jetton)).toBe(12_500_000_000n);
  // All but the most that the payments may cost, and the rent that the payee's account pays in these seconds.
  const lacking = 6_910_000_000n + 2_980_000_000n - (await reader.balance(payee, coin));
  expect(lacking >= 0n && lacking < 1_000n).toBe(true);
  expect((await reader.balance(ours, coin)) < 90_000_000n).toBe(true);
});
