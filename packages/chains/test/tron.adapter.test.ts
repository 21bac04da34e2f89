import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fundTron, startStandIn } from '@holdfast/devnet/tron';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { familyOf, type UnsignedTx } from '../src/index.ts';
import { RpcError, readerOf, type TimedReader, timedReader } from '../src/rpc.ts';
import { intentFor, keyAt, paths, signAll, usdt } from './support.ts';

let standIn: Awaited<ReturnType<typeof startStandIn>>;
let reader: TimedReader;
/** How far the chain is ahead of the clock. */
let aheadMs = 0;
beforeAll(async () => {
  standIn = await startStandIn('', 0, () => Date.now() + aheadMs);
  reader = timedReader(readerOf(standIn.config));
});
afterAll(() => standIn?.child.stop());

const payee = 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8';
const mine = (blocks = 1): void => {
  for (let n = 0; n < blocks; n++) standIn.node.mine();
};

/** A payment from the test key's account, of the plan that a server would make now. */
async function payment(
  symbol: string,
  amount: bigint,
  { feeLimit = '', until = Date.now() + aheadMs + 60_000, memo = '', to = payee } = {},
) {
  const chain = standIn.config;
  const family = familyOf(chain);
  if (family.model !== 'timed') throw new Error(family.model);
  const fees = { feeLimit: feeLimit || (symbol === 'TRX' ? '0' : '20000000') };
  const plan = family.planFrom(await reader.anchor(), { until, stamp: Date.now() }, fees);
  const unsigned: UnsignedTx = family.build(chain, intentFor(chain, symbol, [[to, amount, memo]]), plan, keyAt);
  return { ...signAll(chain, unsigned), from: intentFor(chain, symbol, [[to, amount]]).from };
}
const own = () => familyOf(standIn.config).addressOf(standIn.config, keyAt(paths.tron));
const assetOf = (symbol: string) => {
  const asset = standIn.config.assets.find((each) => each.symbol === symbol);
  if (!asset) throw new Error(symbol);
  return asset;
};
const held = (symbol: string, address = own()) => reader.balance(address, assetOf(symbol));

describe('a node of the Tron stand-in', () => {
  it('takes payments of TRX and of a token, and tells of them once they are in a block', async () => {
    fundTron(standIn.node, { symbol: 'TRX', address: own(), amount: '1000' });
    fundTron(standIn.node, { symbol: 'USDT', address: own(), amount: '50' });
    mine(4);
    expect([await held('TRX'), await held('USDT')]).toEqual([1_000_000_000n, 50_000_000n]);
    for (const [symbol, amount] of [
      ['TRX', 2_500_000n],
      ['USDT', 1_000_000n],
    ] as const) {
      const before = await held('TRX');
      const { raw, txid, from } = await payment(symbol, amount, { memo: 'invoice 7' });
      expect(await reader.txStatus(txid)).toEqual({ state: 'unknown' });
      expect([await reader.broadcast(raw), await reader.broadcast(raw)]).toEqual(['accepted', 'known']);
      expect(await reader.txStatus(txid)).toEqual({ state: 'mempool' });
      mine();
      expect(await reader.broadcast(raw)).toBe('known');
      const status = await reader.txStatus(txid);
      const { height } = await reader.tip();
      if (status.state !== 'mined') throw new Error(status.state);
      expect(status).toMatchObject({ height, success: true });
      const block = await reader.block(height, { watch: new Set([payee]) });
      expect(block?.transfers).toMatchObject([{ txid, from, to: payee, symbol, amount, memo: 'invoice 7' }]);
      expect((await reader.block(status.hash))?.txids).toEqual([txid]);
      expect(before - (await held('TRX'))).toBe((status.fee ?? 0n) + (symbol === 'TRX' ? amount : 0n));
      expect(await held(symbol, payee)).toBe(amount);
      expect(await reader.finalizedHeight()).toBeLessThan(height);
      mine(2);
      expect(await reader.finalizedHeight()).toBe(height);
    }
  });

  it('counts what a payment will cost: energy twice for who holds none, a new account, bytes beyond the free ones', async () => {
    const usage = (symbol: string, to: string, memo = '') =>
      reader.usage({ from: own(), to, amount: 1_000n, contract: assetOf(symbol).contract, memo });
    const stranger = 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE';
    expect(await usage('USDT', stranger)).toMatchObject({ energy: 130_000n, ownEnergy: 0n, firstOfToken: true });
    expect(await usage('USDT', payee)).toMatchObject({ energy: 65_000n, firstOfToken: false });
    expect(await usage('TRX', stranger)).toMatchObject({ energy: 0n, activationFee: 1_100_000n });
    expect(await usage('TRX', payee, 'x')).toMatchObject({ memoFee: 1_000_000n, activationFee: 0n });
    // A trial that the contract ends says nothing; what is dearest counts.
    const much = { from: own(), to: payee, amount: 10n ** 15n, contract: assetOf('USDT').contract, memo: '' };
    expect(await reader.usage(much)).toMatchObject({ energy: 150_000n });
    expect((await reader.fees()).map(({ plan }) => plan)).toEqual([1, 2, 3].map(() => ({ energyPrice: '100' })));
    // A node that tries limits finds a little more enough than is used.
    standIn.node.switchEstimates(true);
    expect(await usage('USDT', stranger)).toMatchObject({ energy: 138_125n });
    expect(await usage('USDT', payee)).toMatchObject({ energy: 73_125n });
    expect(await reader.usage(much)).toMatchObject({ energy: 150_000n });
    standIn.node.switchEstimates(false);
  });

  it('tells what an account has of bandwidth and energy, what is staked, delegated, and on its way back', async () => {
    const { accounts, delegated } = standIn.node.state();
    const account = accounts.get(own());
    if (!account) throw new Error('no account');
    account.staked = { bandwidth: 20_000_000n, energy: 300_000_000n };
    account.unfreezing = [{ resource: 'energy', amount: 7_000_000n, freeAt: 1_800_000_000_000 }];
    const lent = {
      from: own(),
      to: payee,
      resource: 'energy',
      amount: 50_000_000n,
      lockedUntil: 1_900_000_000_000,
    } as const;
    delegated.set('lent', lent);
    delegated.set('taken', { ...lent, from: payee, to: own(), amount: 1_000_000n, lockedUntil: 0 });
    expect(await reader.resources(own())).toEqual({
      bandwidth: { free: { limit: 600n, used: expect.any(BigInt) }, staked: { limit: 20n, used: 0n } },
      energy: { limit: 3_010n, used: 0n },
      stake: { bandwidth: 20_000_000n, energy: 300_000_000n },
      delegatedOut: { bandwidth: 0n, energy: 50_000_000n },
      delegatedIn: { bandwidth: 0n, energy: 1_000_000n },
      unfreezing: [{ resource: 'energy', amount: 7_000_000n, freeAt: 1_800_000_000_000 }],
      delegations: [{ to: payee, resource: 'energy', amount: 50_000_000n, lockedUntil: 1_900_000_000_000 }],
      terms: {
        pools: { bandwidth: { units: 1n, coins: 1n }, energy: { units: 10n, coins: 1n } },
        waitMs: 14 * 86_400_000,
        mostLockBlocks: 864_000,
        blockMs: 3_000,
        mostUnfreezing: 32,
        least: 1_000_000n,
      },
      delegatable: { bandwidth: 20_000_000n, energy: 300_000_000n },
      stakeFee: expect.any(BigInt),
    });
    // The own energy is covered; the chain's limit counts it all the same.
    const request = { from: own(), to: payee, amount: 1n, contract: assetOf('USDT').contract, memo: '' };
    expect(await reader.usage(request)).toMatchObject({ energy: 65_000n, ownEnergy: 3_010n });
    account.staked = { bandwidth: 0n, energy: 0n };
    account.unfreezing = [];
    delegated.clear();
    const nobody = await reader.resources('TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE');
    expect(nobody).toMatchObject({ energy: { limit: 0n, used: 0n }, unfreezing: [], delegations: [] });
  });

  it('ends a payment whose energy is above its limit, at its cost, without a transfer', async () => {
    const { raw, txid } = await payment('USDT', 1_000_000n, { feeLimit: '1000' });
    expect(await reader.broadcast(raw)).toBe('accepted');
    mine();
    expect(await reader.txStatus(txid)).toMatchObject({ state: 'mined', success: false });
    expect((await reader.block((await reader.tip()).height))?.transfers).toEqual([]);
  });

  it('takes nothing whose time is over, that stands on another chain, or that costs more than there is', async () => {
    const late = await payment('TRX', 1n, { until: Date.now() + aheadMs - 1 });
    expect(await reader.broadcast(late.raw)).toMatchObject({ refused: 'expired' });
    const rich = await payment('TRX', 10n ** 12n);
    expect(await reader.broadcast(rich.raw)).toMatchObject({ refused: 'insufficientFunds' });
    const dying = await payment('TRX', 1n);
    expect(await reader.broadcast(dying.raw)).toBe('accepted');
    aheadMs += 61_000;
    mine();
    expect(await reader.txStatus(dying.txid)).toEqual({ state: 'unknown' });
  });

  it('is asked for a balance of now alone, and says so when the chain has moved', async () => {
    const { height } = await reader.tip();
    expect(await reader.balance(payee, assetOf('TRX'), height)).toBeGreaterThan(0n);
    await expect(reader.balance(payee, assetOf('TRX'), height - 1)).rejects.toMatchObject({ code: 'inconsistent' });
  });

  it('is known by its first block', async () => {
    const first = await reader.checkNetwork();
    expect(await reader.checkNetwork(first)).toBe(first);
    await expect(readerOf({ ...standIn.config, id: 'tron:mainnet' }).checkNetwork()).rejects.toMatchObject({
      code: 'wrongNetwork',
    });
    expect(await reader.isContract(assetOf('USDT').contract)).toBe(true);
    expect(await reader.isContract(payee)).toBe(false);
  });

  it('forgets nothing it took back, and tells another chain from the fork on', async () => {
    const { raw, txid } = await payment('TRX', 3n);
    await reader.broadcast(raw);
    mine();
    const before = await reader.tip();
    standIn.node.reorganise(1, true);
    mine(2);
    expect(await reader.txStatus(txid)).toEqual({ state: 'unknown' });
    expect((await reader.header(before.height))?.hash).not.toBe(before.hash);
    expect(await reader.broadcast(raw)).toBe('accepted');
    mine();
    expect(await reader.txStatus(txid)).toMatchObject({ state: 'mined', success: true });
  });
});

/** What a node answers, by method. */
type Answers = Record<string, unknown>;
let server: Server | undefined;
afterEach(() => void server?.close());

/** As nodes write what an inner transaction is. */
const noted = (words: string): string => Buffer.from(words).toString('hex');

/** Everything of a block as a node tells it; a case changes it before it is told. */
function honest() {
  const id = `${'7'.padStart(16, '0')}${'ab'.repeat(24)}`;
  const [coin, token] = ['01'.repeat(32), '02'.repeat(32)];
  const holder = '0000000000000000000000009a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a9a';
  const value = { owner_address: 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE', to_address: payee, amount: 5 };
  const log = {
    address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    topics: [
      'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      holder,
      '000000000000000000000000babecec4d9f58f0df77f0728b9c53abb1f21d684',
    ],
    data: '7'.padStart(64, '0'),
  };
  const inner = {
    caller_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    transferTo_address: '41babecec4d9f58f0df77f0728b9c53abb1f21d684',
    callValueInfo: [{ callValue: 9 } as Answers],
    note: noted('call'),
  } as Answers;
  const coinTx = {
    txID: coin,
    ret: [{ contractRet: 'SUCCESS' }] as Answers[],
    raw_data: { contract: [{ type: 'TransferContract', parameter: { value } }] },
  };
  const tokenTx = {
    txID: token,
    ret: [{ contractRet: 'SUCCESS' }] as Answers[],
    raw_data: { contract: [{ type: 'TriggerSmartContract', parameter: { value: {} } }] },
  };
  const coinInfo = { id: coin, blockNumber: 7, receipt: {} } as Answers;
  const tokenInfo = {
    id: token,
    blockNumber: 7,
    receipt: { result: 'SUCCESS' },
    log: [log],
    internal_transactions: [inner],
  } as Answers;
  const block = {
    blockID: id,
    block_header: { raw_data: { number: 7, parentHash: '00'.repeat(32), timestamp: 1 } },
    transactions: [coinTx, tokenTx],
  };
  return { value, log, inner, coinTx, tokenTx, coinInfo, tokenInfo, block, infos: [coinInfo, tokenInfo] };
}
type Told = ReturnType<typeof honest>;

async function transfersOf(change: (told: Told) => void) {
  const told = honest();
  change(told);
  const answers: Answers = {
    '/wallet/getblockbynum': told.block,
    '/wallet/gettransactioninfobyblocknum': told.infos,
  };
  server = createServer((request, response) => void response.end(JSON.stringify(answers[request.url ?? ''] ?? {})));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const chain = {
    ...standIn.config,
    rpcUrl: `http://127.0.0.1:${port}`,
    assets: [...standIn.config.assets.slice(0, 1), { ...assetOf('USDT'), contract: usdt }],
  };
  try {
    const block = await readerOf(chain).block(7, { watch: new Set([payee]) });
    return block?.transfers.map(({ symbol, amount, index }) => `${amount} ${symbol} ${index}`);
  } catch (error) {
    if (error instanceof RpcError) return error.code;
    throw error;
  }
}

describe('deposits that a node tells of', () => {
  it('are coins, a listed token by its event, and coins that a contract passed on', async () => {
    expect(await transfersOf(() => undefined)).toEqual(['5 TRX -1', '9 TRX -2', '7 USDT 0']);
  });

  /** Each changes what is told so that nothing of it may be credited. */
  const onlyCoin = (told: Told): void => {
    told.block.transactions = [told.coinTx];
    told.infos = [told.coinInfo];
  };
  const onlyToken = (told: Told): void => {
    told.block.transactions = [told.tokenTx];
    told.infos = [told.tokenInfo];
    told.tokenInfo.internal_transactions = [];
  };
  const onlyInner = (told: Told): void => {
    onlyToken(told);
    told.tokenInfo.internal_transactions = [told.inner];
    told.tokenInfo.log = [];
  };
  type Fake = readonly [string, ...((told: Told) => void)[]];
  const fakes: readonly Fake[] = [
    ['coins of a failed transaction', onlyCoin, (t) => (t.coinTx.ret = [{ contractRet: 'REVERT' }])],
    ['coins of one that ran out', onlyCoin, (t) => (t.coinTx.ret = [{ contractRet: 'OUT_OF_ENERGY' }])],
    ['coins whose result says that it failed', onlyCoin, (t) => (t.coinInfo.result = 'FAILED')],
    ['no coins at all', onlyCoin, (t) => (t.value.amount = 0)],
    ['coins of another payee', onlyCoin, (t) => (t.value.to_address = 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE')],
    ['coins that one pays oneself', onlyCoin, (t) => (t.value.owner_address = payee)],
    [
      'coins beside something else in one transaction',
      onlyCoin,
      (t) => void t.coinTx.raw_data.contract.push({ type: 'TransferContract', parameter: { value: t.value } }),
    ],
    [
      'units of an older kind of token',
      onlyCoin,
      (t) => ((t.coinTx.raw_data.contract[0] ?? { type: '' }).type = 'TransferAssetContract'),
    ],
    [
      'a stake for us',
      onlyCoin,
      (t) => ((t.coinTx.raw_data.contract[0] ?? { type: '' }).type = 'DelegateResourceContract'),
    ],
    ['an event of nothing', onlyToken, (t) => (t.log.data = '0'.repeat(64))],
    ['an event of another contract', onlyToken, (t) => (t.log.address = '11'.repeat(20))],
    [
      'an event of another kind',
      onlyToken,
      (t) => (t.log.topics[0] = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'),
    ],
    ['an event with the token’s number as a topic', onlyToken, (t) => void t.log.topics.push('1'.padStart(64, '0'))],
    ['an event without a payee', onlyToken, (t) => void t.log.topics.pop()],
    ['an event to somebody else', onlyToken, (t) => (t.log.topics[2] = '9'.repeat(40).padStart(64, '0'))],
    ['an event of a call that was reverted', onlyToken, (t) => (t.tokenInfo.receipt = { result: 'REVERT' })],
    ['an event of a call that ran out', onlyToken, (t) => (t.tokenInfo.receipt = { result: 'OUT_OF_ENERGY' })],
    ['an event of a call that failed', onlyToken, (t) => (t.tokenInfo.result = 'FAILED')],
    [
      'an event of a call that the block calls reverted',
      onlyToken,
      (t) => (t.tokenTx.ret = [{ contractRet: 'REVERT' }]),
    ],
    ['an event whose call has no success', onlyToken, (t) => (t.tokenTx.ret = [{ ret: 'FAILED' }])],
    ['coins inside that were rejected', onlyInner, (t) => (t.inner.rejected = true)],
    ['coins inside of a failed call', onlyInner, (t) => (t.tokenInfo.result = 'FAILED')],
    ['coins inside of a reverted call', onlyInner, (t) => (t.tokenInfo.receipt = { result: 'REVERT' })],
    ['nothing inside', onlyInner, (t) => (t.inner.callValueInfo = [{}])],
    [
      'coins inside of a call that the block calls reverted',
      onlyInner,
      (t) => (t.tokenTx.ret = [{ contractRet: 'REVERT' }]),
    ],
    [
      'a token of the older kind inside',
      onlyInner,
      (t) => (t.inner.callValueInfo = [{ callValue: 9, tokenId: '1002000' }]),
    ],
    // A contract may stake, delegate and vote: what it has staked for somebody is nobody else's coins.
    ...[
      ...['delegateResourceOfEnergy', 'delegateResourceOfBandwidth', 'unDelegateResourceOfEnergy', 'freezeForEnergy'],
      ...['freezeBalanceV2ForEnergy', 'unfreezeBalanceV2ForEnergy', 'withdrawExpireUnfreezeWhileUnfreezing', ''],
    ].map(
      (note): Fake => [
        `${note || 'nothing'} inside, done by a contract`,
        onlyInner,
        (t) => (t.inner.note = noted(note)),
      ],
    ),
    ['coins inside for somebody else', onlyInner, (t) => (t.inner.transferTo_address = `41${'11'.repeat(20)}`)],
  ];
  const cases = fakes.map(([name, ...changes]) => ({ name, changes }));
  it.each(cases)('are none where the node tells of $name', async ({ changes }) => {
    const told = await transfersOf((all) => {
      for (const change of changes) change(all);
    });
    expect(told).toEqual([]);
  });

  it('are read beside what contracts have told of failures, stake and votes, whose numbers are anything: no stranger can stop a block', async () => {
    const odd: readonly Answers[] = [
      { note: noted('voteWitness'), callValueInfo: [{}], extra: '{}' },
      { note: noted('call'), rejected: true, callValueInfo: [{ callValue: -1 }] },
      { note: noted('freezeBalanceV2ForEnergy'), rejected: true, callValueInfo: [{ callValue: 2 ** 62 }] },
      { note: noted('delegateResourceOfEnergy'), callValueInfo: [{ callValue: -(2 ** 62) }] },
      // To somebody else, of an amount that no number of ours holds.
      { note: noted('call'), transferTo_address: `41${'11'.repeat(20)}`, callValueInfo: [{ callValue: 2 ** 62 }] },
    ];
    const told = await transfersOf(({ tokenInfo, inner }) => {
      const strange = odd.map((each) => ({ ...inner, ...each }));
      delete strange[0]?.transferTo_address;
      tokenInfo.internal_transactions = [...strange, inner];
    });
    // By its place among the calls, which is the same at a node that tells of nothing else.
    expect(told).toEqual(['5 TRX -1', '9 TRX -4', '7 USDT 0']);
  });

  it('are not guessed from a node that answers otherwise', async () => {
    expect(await transfersOf((told) => (told.infos = [told.coinInfo]))).toBe('inconsistent');
    expect(await transfersOf((told) => (told.block.blockID = 'ab'.repeat(32)))).toBe('inconsistent');
    expect(await transfersOf((told) => (told.value.amount = -5))).toBe('badAnswer');
    expect(await transfersOf((told) => (told.value.amount = 2 ** 60))).toBe('badAnswer');
    expect(await transfersOf((told) => (told.log.data = '0x7'))).toBe('badAnswer');
  });
});

/** A node that answers the same to each call, and what is given to the call for an estimate. */
async function energyWhere(estimate: string): Promise<bigint> {
  const answers: Record<string, string> = {
    '/wallet/triggerconstantcontract': JSON.stringify({
      ...{ result: { result: true }, energy_used: 65_000, constant_result: ['1'.padStart(64, '0')] },
    }),
    '/wallet/estimateenergy': estimate,
  };
  server = createServer((request, response) => void response.end(answers[request.url ?? ''] ?? '{}'));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const there = timedReader(readerOf({ ...standIn.config, rpcUrl: `http://127.0.0.1:${port}` }));
  const { contract } = assetOf('USDT');
  return (await there.usage({ from: own(), to: payee, amount: 1n, contract, memo: '' })).energy;
}

it.each([
  [
    'is switched off',
    '{"result":{"code":"CONTRACT_VALIDATE_ERROR","message":"this node does not support estimate energy"}}',
  ],
  ['fails', '{"Error":"class java.lang.NullPointerException : null"}'],
  ['is no number', '{"result":{"result":true},"energy_required":"all of it"}'],
  ['is below nothing', '{"result":{"result":true},"energy_required":-1}'],
  ['is not JSON', 'Payload Too Large'],
  ['is lower', '{"result":{"result":true},"energy_required":64999}'],
])('counts what a plain trial used where the estimate of energy %s', async (_, estimate) => {
  expect(await energyWhere(estimate)).toBe(65_000n);
});

it('sends a key for a gateway as its header, and shows it in no error', async () => {
  const seen: (string | undefined)[] = [];
  server = createServer((request, response) => {
    seen.push(String(request.headers['tron-pro-api-key']), request.headers.authorization);
    response.end(JSON.stringify({ Error: 'no such thing' }));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const chain = { ...standIn.config, rpcUrl: `http://tron-pro-api-key:s3cret@127.0.0.1:${port}/gateway` };
  const error = await readerOf(chain).tip().catch(String);
  expect(seen).toEqual(['s3cret', undefined]);
  expect(String(error)).not.toContain('s3cret');
});
