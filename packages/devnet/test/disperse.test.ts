import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { familyOf } from '@holdfast/chains';
import { disperseCall, disperseContract, readDisperse } from '@holdfast/chains/disperse';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSolidity, solidity } from '../scripts/solidity.ts';
import { devAccounts } from '../src/evm/anvil.ts';
import { disperseArtifact } from '../src/evm/disperse.ts';
import { fundEvm } from '../src/evm/faucet.ts';
import { devToken } from '../src/evm/token.ts';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '../src/index.ts';

/** The contract that pays many, on a chain of its own kind. */
const bytes = (hex: string): Uint8Array => hexToBytes(hex.slice(2));
const payee = (n: number): string => {
  const hex = `0x${bytesToHex(keccak_256(Uint8Array.of(n >> 8, n & 255))).slice(0, 40)}`;
  const checked = familyOf({ family: 'evm' }).checkAddress({} as never, hex);
  if (!checked.ok) throw new Error('no address');
  return checked.address;
};
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ address: payee(n), amount: BigInt(n + 1) }));

describe('our contracts', () => {
  it.each(['Disperse', 'Trial'])(
    '%s is compiled from its source to exactly the bytes that are kept, by the compiler that is named',
    (name) => {
      const folder = path.dirname(new URL(import.meta.resolve('@holdfast/chains/contracts/Disperse.json')).pathname);
      const made = compileSolidity(folder, [`${name}.sol`])[name];
      expect(JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'))).toEqual({
        compiler: solidity.version,
        settings: solidity.settings,
        initCode: `0x${made?.bytecode.object}`,
        code: `0x${made?.deployedBytecode.object}`,
      });
    },
  );

  it('has an address and a hash that follow from these bytes and from nothing else', () => {
    const { initCode, code } = disperseArtifact();
    const parts = [
      Uint8Array.of(255),
      bytes(disperseContract.factory),
      new Uint8Array(32),
      keccak_256(bytes(initCode)),
    ];
    const address = `0x${bytesToHex(keccak_256(concatBytes(...parts)).slice(12))}`;
    expect(disperseContract.address.toLowerCase()).toBe(address);
    expect(bytesToHex(keccak_256(bytes(code)))).toBe(disperseContract.codeHash);
  });
});

describe('on a chain', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-disperse-'));
  let devnet: Devnet<'evm'>;
  let call: ReturnType<typeof rpcClient>;
  const reader = () => {
    const [chain] = devnetChains(devnet);
    if (!chain) throw new Error('no chain');
    return accountReader(readerOf(chain));
  };
  beforeAll(async () => {
    devnet = await startDevnet({ dir, chains: ['evm'] });
    call = rpcClient(devnet.evm.url);
  }, 120_000);
  afterAll(async () => {
    await devnet?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const send = async (token: string, rows: ReturnType<typeof rowsOf>): Promise<{ txid: string; gas: bigint }> => {
    const { to, value, data } = disperseCall(token, rows);
    const tx = { from: devAccounts.faucet, to, data, value: `0x${value.toString(16)}` };
    const gas = await call<string>('eth_estimateGas', tx);
    const txid = await call<string>('eth_sendTransaction', { ...tx, gas: '0xffffff' });
    await call('evm_mine');
    expect((await call<{ status: string }>('eth_getTransactionReceipt', txid)).status).toBe('0x1');
    return { txid, gas: BigInt(gas) };
  };

  it('stands there with the code that signers know, which its family asks a node for', async () => {
    const code = familyOf({ family: 'evm' }).disperse?.code;
    const answer = await call<string>('eth_getCode', disperseContract.address, 'latest');
    expect(code?.isThere(answer)).toBe(true);
    for (const other of ['0x', `${answer}00`, `0x00${answer.slice(4)}`, undefined, 7])
      expect(code?.isThere(other)).toBe(false);
  });

  it('pays as many rows as the family says, in coins and in a token, within the gas of one transaction', async () => {
    const rows = rowsOf(familyOf({ family: 'evm' }).disperse?.maxRows ?? 0);
    const coins = await send('', rows);
    const sum = rows.reduce((all, { amount }) => all + amount, 0n);
    await fundEvm(call, devToken.symbol, devAccounts.faucet, '1');
    const approve = `0x095ea7b3${disperseContract.address.slice(2).toLowerCase().padStart(64, '0')}${sum.toString(16).padStart(64, '0')}`;
    await call('eth_sendTransaction', { from: devAccounts.faucet, to: devToken.contract, data: approve });
    await call('evm_mine');
    const tokens = await send(devToken.contract, rows);
    for (const { gas } of [coins, tokens]) expect(gas).toBeLessThan(1n << 24n);
    expect(BigInt(await call<string>('eth_getBalance', payee(7), 'latest'))).toBe(8n);
    expect(await reader().unpaid?.(coins.txid)).toEqual([]);
    expect(await reader().unpaid?.(tokens.txid)).toEqual([]);
  }, 120_000);

  it('tells which rows it left out', async () => {
    const rows = [...rowsOf(2), { address: disperseContract.address, amount: 5n }, ...rowsOf(1)];
    const { txid } = await send('', rows);
    expect(await reader().unpaid?.(txid)).toEqual([2]);
    expect(BigInt(await call<string>('eth_getBalance', disperseContract.address, 'latest'))).toBe(0n);
  });
});

it('bytes that say rows otherwise than we do are read as none', () => {
  const token = payee(9);
  for (const asset of ['', token]) {
    const { to, value, data } = disperseCall(asset, rowsOf(3));
    const hex = data.slice(2);
    expect(readDisperse(to, value, hex)?.map(({ address }) => address)).toEqual(
      rowsOf(3).map(({ address }) => address),
    );
    const others = [`${hex}00`, hex.slice(0, -2), `${hex}${'00'.repeat(64)}`, `${hex.slice(0, 10)}ff${hex.slice(12)}`];
    for (const other of others) expect(readDisperse(to, value, other)).toBeUndefined();
    expect(readDisperse(payee(1), value, hex)).toBeUndefined();
    expect(readDisperse(to, value + 1n, hex)).toBeUndefined();
  }
});
