import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fundTron, startStandIn } from '@holdfast/devnet/tron';
import { sealKit } from '@holdfast/recovery/kit';
import { addressFromKit } from '@holdfast/recovery/recover';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../recovery/test/cheap-kits.ts';
import { threeKits } from '../../recovery/test/parties.ts';
import { run } from '../src/main.ts';

/** A group's coins on a chain whose transactions die by themselves, with no server and no signer. */
const [kit, second] = threeKits(42);
const spot = 'm/195/7/0/0';
const payee = 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8';
let standIn: Awaited<ReturnType<typeof startStandIn>>;
let dir: string;
const at = (name: string): string => path.join(dir, name);

async function recover(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(['recover', ...args, '--passphrase-file', at('pass')], {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: () => Promise.resolve(undefined),
    piped: () => Promise.resolve(undefined),
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

beforeAll(async () => {
  standIn = await startStandIn('');
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-sweep-timed-'));
  writeFileSync(at('pass'), 'correct horse battery staple\n');
  for (const [name, one] of Object.entries({ one: kit, two: second }))
    writeFileSync(at(`${name}.age`), await sealKit(one, 'correct horse battery staple'));
  writeFileSync(at('chains.json'), JSON.stringify([standIn.config]));
  writeFileSync(at('offline.json'), JSON.stringify([{ ...standIn.config, rpcUrl: '' }]));
});
afterAll(async () => {
  await standIn?.child.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('signs on a machine without a network what another found, and a node takes a token’s payment and the coins', async () => {
  const { node, config } = standIn;
  const ours = addressFromKit(kit, config.id, spot);
  fundTron(node, { symbol: 'TRX', address: ours, amount: '100' });
  fundTron(node, { symbol: 'USDT', address: ours, amount: '12.5' });
  for (let n = 0; n < 3; n++) node.mine();
  const common = ['--address', `${config.id}=${spot}`, '--to', `${config.id}=${payee}`];
  const looked = await recover(
    at('one.age'),
    ...common,
    '--chains',
    at('chains.json'),
    '--save-holdings',
    at('held.json'),
  );
  expect([looked.code, looked.err]).toEqual([0, '']);
  const offline = [...common, '--chains', at('offline.json'), '--holdings', at('held.json')];
  const done = await recover(at('one.age'), at('two.age'), ...offline);
  expect([done.code, done.err]).toEqual([0, '']);
  const raws = done.out.match(/^[0-9a-f]{200,}$/gm) ?? [];
  expect(raws).toHaveLength(2);
  for (const raw of raws) node.send(raw);
  const block = node.mine();
  expect(block.mined.map(({ result }) => result)).toEqual(['SUCCESS', 'SUCCESS']);
  const usdt = config.assets[1]?.contract ?? '';
  expect(node.state().tokens.get(`${usdt}|${payee}`)).toBe(12_500_000n);
  expect(node.state().accounts.get(payee)?.balance).toBeGreaterThan(70_000_000n);
});
