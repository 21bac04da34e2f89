import { deploy, deployNft, deployNfts, lie, mintBatch, mintNft, mintSome } from '@holdfast/devnet/nft';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountReader, readerOf } from '../src/rpc.ts';
import { startNodes, type TestNodes } from './nodes.ts';

/** Real contracts on a real node. */

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
let nodes: TestNodes;
const call = <T>(method: string, ...params: unknown[]): Promise<T> => nodes.call<T>(nodes.evm, method, ...params);
const reader = () => accountReader(readerOf(nodes.evm));
const watching = (...addresses: string[]) => new Set(addresses);

async function newest(watch: ReadonlySet<string>) {
  await nodes.mine(nodes.evm);
  const { hash } = await reader().tip();
  return (await reader().block(hash, { watch }))?.nfts ?? [];
}

beforeAll(async () => {
  nodes = await startNodes();
  await nodes.fund(nodes.evm, 'ETH', own, '10');
  await nodes.mine(nodes.evm);
  await call('anvil_impersonateAccount', own);
});
afterAll(() => nodes?.stop());

describe('things that are no money', () => {
  it('are seen coming in and going out, one, some and many at once', async () => {
    const one = await deployNft(call, 'Ones', 'ONE');
    await mintNft(call, one, own, 7n, 'ipfs://x/7');
    expect(await newest(watching(own))).toMatchObject([
      { standard: '721', tokenId: 7n, amount: 1n, from: `0x${'0'.repeat(40)}`, to: own },
    ]);
    const some = await deployNfts(call, 'Some');
    await mintSome(call, some, own, 9n, 5n, 'https://x.example/{id}.json');
    expect(await newest(watching(own))).toMatchObject([{ standard: '1155', tokenId: 9n, amount: 5n, to: own }]);
    await mintBatch(call, some, own, [
      [1n, 2n],
      [2n, 0n],
      [3n, 4n],
    ]);
    const batch = await newest(watching(own));
    expect(batch.map(({ tokenId, amount, item }) => [tokenId, amount, item])).toEqual([
      [1n, 2n, 0],
      [3n, 4n, 2],
    ]);
    const data = `0x42842e0e${own.slice(2).padStart(64, '0')}${other.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`;
    await call('eth_sendTransaction', { from: own, to: one, data });
    expect(await newest(watching(own, other))).toMatchObject([{ tokenId: 7n, from: own, to: other, amount: 1n }]);
    expect(await newest(watching(own))).toEqual([]);
  });

  it('are seen the same where there are more addresses than a node is asked for by name', async () => {
    const some = await deployNfts(call, 'Some');
    const many = Array.from({ length: 300 }, (_, n) => `0x${(n + 1).toString(16).padStart(40, '0')}`);
    await mintSome(call, some, own, 1n, 1n, '');
    expect(await newest(watching(own, ...many))).toMatchObject([{ tokenId: 1n, to: own }]);
    await nodes.fund(nodes.evm, 'USDC', own, '5');
    expect(await newest(watching(own, ...many))).toEqual([]);
  });

  it('are held as their contract answers, whatever its events said', async () => {
    const { nftHeld, nftTold } = reader();
    if (!nftHeld || !nftTold) throw new Error('no NFTs');
    const one = await deployNft(call, 'Ones', 'ONE');
    await mintNft(call, one, own, 2n ** 256n - 1n, 'ipfs://x');
    const [told] = await newest(watching(own));
    if (!told) throw new Error('none');
    expect(await nftHeld(told, own)).toBe(1n);
    expect(await nftHeld(told, other)).toBe(0n);
    expect(await nftHeld({ ...told, tokenId: 3n }, own)).toBe(0n);
    expect(await nftTold(told)).toEqual({ name: 'Ones', symbol: 'ONE', uri: 'ipfs://x' });
    const liar = await deploy(call, 'LyingNft');
    await lie(call, liar, own, 5n);
    const [lied] = await newest(watching(own));
    expect(lied).toMatchObject({ tokenId: 5n, to: own });
    expect(lied && (await nftHeld(lied, own))).toBe(0n);
  });

  it('of which there are several have their id in the place where they are described', async () => {
    const some = await deployNfts(call, 'Some');
    await mintSome(call, some, own, 26n, 3n, 'https://x.example/{id}.json');
    const [nft] = await newest(watching(own));
    const told = nft && (await reader().nftTold?.(nft));
    expect(told?.uri).toBe(`https://x.example/${'1a'.padStart(64, '0')}.json`);
    expect(nft && (await reader().nftHeld?.(nft, own))).toBe(3n);
  });
});
