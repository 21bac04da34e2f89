import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Launch, startCore, startOurs } from '../src/bitcoin/launch.ts';
import type { Child } from '../src/children.ts';
import { away, type Coin, changeOf, home, pay } from './wallet.ts';

/** Our node, and the real one where `BITCOIND` names it: what is promised here is true of both. */
const nodes: [string, (launch: Launch) => Promise<{ child: Child; url: string }>][] = [['our node', startOurs]];
const program = process.env.BITCOIND;
if (program) nodes.push(['bitcoind', (launch) => startCore(program, launch)]);

const opReturn = (bytes: number): Uint8Array =>
  Uint8Array.from([0x6a, ...(bytes < 76 ? [bytes] : [0x4c, bytes]), ...new Uint8Array(bytes).fill(1)]);
const witnessScript = (version: number, bytes: number): Uint8Array =>
  Uint8Array.from([0x50 + version, bytes, ...new Uint8Array(bytes).fill(3)]);
const anchorScript = Uint8Array.from([0x51, 0x02, 0x4e, 0x73]);
const nobody = 'ab'.repeat(32);

describe.each(nodes)('%s', (_, start) => {
  let dir: string;
  let child: Child;
  let origin: string;
  const login = 'reader:pass word';

  const post = async (body: string, authorization = `Basic ${btoa(login)}`) => {
    const response = await fetch(origin, { method: 'POST', headers: { authorization }, body });
    return { status: response.status, text: await response.text() };
  };
  interface Answer {
    readonly result?: unknown;
    readonly error?: { readonly code: number; readonly message: string } | null;
  }
  const ask = async (method: string, ...params: unknown[]): Promise<Answer> =>
    JSON.parse((await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).text);
  async function call<T>(method: string, ...params: unknown[]): Promise<T> {
    const { result, error } = await ask(method, ...params);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }
  /** `code words` of a refusal, or `accepted`. */
  const said = async (method: string, ...params: unknown[]): Promise<string> => {
    const { error } = await ask(method, ...params);
    return error ? `${error.code} ${error.message}` : 'accepted';
  };
  const send = (tx: { hex: string }, ...limits: number[]): Promise<string> =>
    said('sendrawtransaction', tx.hex, ...limits);
  /** Why the mempool would not have it. */
  const reason = async (tx: { hex: string }): Promise<string> => {
    const [first] = await call<{ allowed: boolean; 'reject-reason'?: string }[]>('testmempoolaccept', [tx.hex]);
    return first?.allowed ? 'allowed' : (first?.['reject-reason'] ?? '');
  };
  const mine = (blocks = 1, to = home): Promise<string[]> => call<string[]>('generatetoaddress', blocks, to);
  let used = 0;
  /** A ripe coin that no other test has. */
  async function coin(): Promise<Coin> {
    const hash = await call<string>('getblockhash', ++used);
    const block = await call<{ tx: { txid: string; vout: { value: number }[] }[] }>('getblock', hash, 2);
    const [reward] = block.tx;
    return { txid: reward?.txid ?? '', index: 0, amount: BigInt(Math.round((reward?.vout[0]?.value ?? 0) * 1e8)) };
  }

  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'conformance-'));
    const started = await start({ dir, port: 0, login });
    child = started.child;
    ({ origin } = new URL(started.url));
    await mine(140);
  });
  afterAll(async () => {
    await child?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  describe('a transaction of a block that left the chain', () => {
    interface Placed {
      readonly blockhash?: string;
      readonly confirmations?: number;
    }
    const place = (id: string): Promise<Placed> => call('getrawtransaction', id, true);

    it('waits again, and is mined again', async () => {
      const tx = pay(await coin());
      await send(tx);
      const [gone] = await mine();
      await call('invalidateblock', gone);
      expect(await call('getrawmempool')).toContain(tx.id);
      expect((await place(tx.id)).blockhash).toBeUndefined();
      const [next] = await mine(1, away);
      expect(await place(tx.id)).toMatchObject({ blockhash: next, confirmations: 1 });
    });

    it('is mined although another waits in its place, when a miner asks for it', async () => {
      const source = await coin();
      const [replaced, waiting] = [pay(source), pay(source, { fee: 3_000n })];
      for (const tx of [replaced, waiting]) expect(await send(tx)).toBe('accepted');
      const { hash } = await call<{ hash: string }>('generateblock', home, [replaced.hex]);
      expect(await place(replaced.id)).toMatchObject({ blockhash: hash, confirmations: 1 });
      expect(await call('getrawmempool')).not.toContain(waiting.id);
      expect(await send(waiting)).toMatch(/^-25 /);
    });

    it('is mined together with what is made of it, in that order alone, and never beside what spends the same', async () => {
      const source = await coin();
      const parent = pay(source);
      const child = pay(changeOf(parent, 0, source.amount - 1_000n));
      const rival = pay(source, { fee: 3_000n });
      for (const txs of [[child.hex, parent.hex], [parent.hex, rival.hex], [child.hex]])
        expect(await said('generateblock', home, txs)).toMatch(/^-25 .*bad-txns-inputs-missingorspent/);
      const { hash } = await call<{ hash: string }>('generateblock', home, [parent.hex, child.hex]);
      for (const { id } of [parent, child]) expect(await place(id)).toMatchObject({ blockhash: hash });
      await call('invalidateblock', hash);
      for (const { id } of [parent, child]) expect(await call('getrawmempool')).toContain(id);
      expect(await call('gettxout', parent.id, 0, false)).toBeNull();
      await mine(1, away);
      expect(await call('gettxout', child.id, 0)).not.toBeNull();
    });

    it('stays in the index with that block when another spends its coin, and is told as missing its inputs', async () => {
      const source = await coin();
      const [dead, paid] = [pay(source), pay(source, { fee: 3_000n })];
      await send(dead);
      const [stale] = await mine(2);
      await call('invalidateblock', stale);
      expect(await send(paid)).toBe('accepted');
      expect(await place(dead.id)).toMatchObject({ blockhash: stale, confirmations: 0 });
      const [other] = await mine(3, away);
      expect(await place(dead.id)).toMatchObject({ blockhash: stale, confirmations: 0 });
      expect(await call('getrawtransaction', dead.id)).toBe(dead.hex);
      expect(await place(paid.id)).toMatchObject({ blockhash: other, confirmations: 3 });
      expect(await call('getblockheader', stale)).toMatchObject({ confirmations: -1 });
      expect(await call('gettxout', dead.id, 0)).toBeNull();
      expect([await send(dead), await reason(dead)]).toEqual(['-25 bad-txns-inputs-missingorspent', 'missing-inputs']);
    });

    it('is found by the block that is asked for, which says whether it is of the chain', async () => {
      const tx = pay(await coin());
      await send(tx);
      const [stale] = await mine();
      expect(await call('getrawtransaction', tx.id, true, stale)).toMatchObject({ in_active_chain: true });
      await call('invalidateblock', stale);
      expect(await call('getrawtransaction', tx.id, true, stale)).toMatchObject({ in_active_chain: false });
      const [next] = await mine(1, away);
      expect(await call('getrawtransaction', tx.id, true, next)).toMatchObject({ in_active_chain: true });
      expect(await said('getrawtransaction', nobody, true, next)).toMatch(/^-5 No such transaction found/);
    });
  });

  describe('a block that is mined again', () => {
    it('is not taken when it is the very block that was taken off', async () => {
      const [gone] = await mine();
      await call('setmocktime', (await call<{ time: number }>('getblockheader', gone)).time);
      await call('invalidateblock', gone);
      expect(await said('generatetoaddress', 1, home)).toBe('-32603 ProcessNewBlock, block not accepted');
      await call('setmocktime', 0);
      await mine(1, away);
    });

    it('pays the same coinbase again, under the same id, when it comes later', async () => {
      const rewardOf = async (hash: string | undefined): Promise<string | undefined> =>
        (await call<{ tx: string[] }>('getblock', hash)).tx[0];
      const [gone] = await mine();
      const reward = await rewardOf(gone);
      const { time } = await call<{ time: number }>('getblockheader', gone);
      await call('invalidateblock', gone);
      await call('setmocktime', time + 60);
      const [next] = await mine();
      await call('setmocktime', 0);
      expect(next).not.toBe(gone);
      expect(await rewardOf(next)).toBe(reward);
      expect(await call('getrawtransaction', reward, true)).toMatchObject({ blockhash: next, confirmations: 1 });
    });
  });

  describe('a transaction that is sent again', () => {
    it('is taken while it waits, though the mempool would say that it has it', async () => {
      const tx = pay(await coin());
      expect([await send(tx), await send(tx)]).toEqual(['accepted', 'accepted']);
      expect(await reason(tx)).toBe('txn-already-in-mempool');
    });

    it('is known while an output of it is unspent, and misses its inputs afterwards', async () => {
      const source = await coin();
      const tx = pay(source);
      await send(tx);
      await mine();
      expect([await send(tx), await reason(tx)]).toEqual([
        '-27 Transaction outputs already in utxo set',
        'txn-already-known',
      ]);
      await send(pay(changeOf(tx, 0, source.amount - 1_000n)));
      await mine();
      expect(await send(tx)).toBe('-25 bad-txns-inputs-missingorspent');
    });
  });

  describe('fees', () => {
    it('are not estimated on a chain without a market', async () => {
      const answer = await call<{ feerate?: number; errors: string[] }>('estimatesmartfee', 6);
      expect(answer.feerate).toBeUndefined();
      expect(answer.errors).toHaveLength(1);
      expect(await said('estimatesmartfee', 0)).toBe('-8 Invalid conf_target, must be between 1 and 1008');
    });

    it('have a floor that the node tells', async () => {
      expect(await call('getmempoolinfo')).toMatchObject({
        mempoolminfee: 0.00001,
        minrelaytxfee: 0.00001,
        incrementalrelayfee: 0.00001,
      });
      const tx = pay(await coin(), { fee: 10n });
      expect([await send(tx), await reason(tx)]).toEqual([
        '-26 min relay fee not met, 10 < 110',
        'min relay fee not met',
      ]);
    });

    it('above 0.1 BTC for 1,000 vB are refused unless the sender says that they are meant', async () => {
      const source = await coin();
      expect(await send(pay(source, { fee: 1_099_000n }))).toBe('accepted');
      const rich = pay(await coin(), { fee: 1_101_000n });
      expect(await send(rich)).toMatch(/^-25 Fee exceeds maximum configured by user/);
      expect(await reason(rich)).toBe('max-fee-exceeded');
      expect(await send(rich, 0)).toBe('accepted');
    });

    it('of a replacement have to rise, by rate and by what the replacement costs to relay', async () => {
      const source = await coin();
      const old = pay(source);
      await send(old);
      for (const fee of [1_001n, 1_050n])
        expect(await send(pay(source, { fee }))).toMatch(
          /^-26 insufficient fee, rejecting .*not enough additional fees/,
        );
      expect(await send(pay(source, { fee: 2_000n }))).toBe('accepted');
      expect(await send(old)).toMatch(/^-26 insufficient fee, rejecting .*new feerate .* <= old feerate/);
    });
  });

  describe('a chain of transactions in the mempool', () => {
    it('has 25 at most', async () => {
      let last = await coin();
      for (let n = 0; n < 25; n++) {
        const tx = pay(last, { fee: 200n });
        expect(await send(tx)).toBe('accepted');
        last = changeOf(tx, 0, last.amount - 200n);
      }
      const next = pay(last, { fee: 200n });
      expect(await send(next)).toBe('-26 too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]');
      expect(await reason(next)).toBe('too-long-mempool-chain');
    });

    it('has 25 of one parent, and one small one on top', async () => {
      const outputs = Array.from({ length: 27 }, () => ({ amount: 100_000n }));
      const parent = pay(await coin(), { outputs, fee: 5_000n });
      await send(parent);
      const answers: string[] = [];
      for (const index of outputs.keys()) answers.push(await send(pay({ txid: parent.id, index, amount: 100_000n })));
      expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(25);
      expect(answers.at(-1)).toBe(`-26 too-long-mempool-chain, too many descendants for tx ${parent.id} [limit: 25]`);
    });

    it('weighs 101,000 vB at most', async () => {
      const many = (count: number) => Array.from({ length: count }, () => ({ amount: 1_000n }));
      const source = await coin();
      const parent = pay(source, { outputs: many(1_500), fee: 100_000n });
      expect(await send(parent)).toBe('accepted');
      const change = changeOf(parent, 1_500, source.amount - 1_600_000n);
      expect(await send(pay(change, { outputs: many(1_900), fee: 100_000n }))).toBe(
        `-26 too-long-mempool-chain, exceeds descendant size limit for tx ${parent.id} [limit: 101000]`,
      );
      await mine(2);
    });
  });

  describe('an output', () => {
    it.each([
      ['carries 80 bytes', [{ script: opReturn(80), amount: 0n }], 'accepted'],
      ['carries 81 bytes', [{ script: opReturn(81), amount: 0n }], '-26 scriptpubkey'],
      ['carries no push', [{ script: Uint8Array.from([0x6a, 0x61]), amount: 0n }], '-26 scriptpubkey'],
      [
        'carries data twice',
        [opReturn(9), opReturn(10)].map((script) => ({ script, amount: 0n })),
        '-26 multi-op-return',
      ],
      ['is of no known form', [{ script: Uint8Array.from([0x51]), amount: 1_000n }], '-26 scriptpubkey'],
      ['is an anchor', [{ script: anchorScript, amount: 240n }], 'accepted'],
      ['is an anchor of too little', [{ script: anchorScript, amount: 239n }], /^-26 dust/],
      ['is of a later witness version', [{ script: witnessScript(2, 32), amount: 1_000n }], 'accepted'],
      ['is of the last witness version', [{ script: witnessScript(16, 2), amount: 1_000n }], 'accepted'],
      ['is of a later witness version, of too little', [{ script: witnessScript(2, 32), amount: 300n }], /^-26 dust/],
      ['is worth less than it costs to spend', [{ amount: 293n }], /^-26 dust/],
      ['is worth as much as it costs to spend', [{ amount: 294n }], 'accepted'],
    ] as const)('that %s: %s', async (_name, outputs, expected) => {
      expect(await send(pay(await coin(), { outputs }))).toEqual(
        typeof expected === 'string' ? expected : expect.stringMatching(expected),
      );
    });

    it('that burns coins is refused unless the sender says that it is meant', async () => {
      const tx = pay(await coin(), { outputs: [{ script: opReturn(10), amount: 1_000n }] });
      expect(await send(tx)).toMatch(/^-25 Unspendable output exceeds maximum/);
      expect([await reason(tx), await send(tx, 0.1, 0.00001)]).toEqual(['allowed', 'accepted']);
    });

    it('of a later witness version has an address, and is spent by nobody yet', async () => {
      const source = await coin();
      const script = witnessScript(2, 32);
      const tx = pay(source, { outputs: [{ script, amount: 1_000n }] });
      await send(tx);
      const { vout } = await call<{ vout: { scriptPubKey: object }[] }>('getrawtransaction', tx.id, true);
      expect(vout[0]?.scriptPubKey).toMatchObject({
        type: 'witness_unknown',
        address: 'bcrt1zqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxqcrqvps76zc8d',
      });
      const open = { txid: tx.id, index: 0, amount: 1_000n, script };
      expect(await send(pay(changeOf(tx, 1, source.amount - 2_000n), { open }))).toMatch(/^-26 bad-txns-.*input/);
    });

    it('that is an anchor has an address, and is spent by anybody without a witness', async () => {
      const source = await coin();
      const tx = pay(source, { outputs: [{ script: anchorScript, amount: 240n }] });
      await send(tx);
      const { vout } = await call<{ vout: { scriptPubKey: object }[] }>('getrawtransaction', tx.id, true);
      expect(vout[0]?.scriptPubKey).toMatchObject({ type: 'anchor', address: 'bcrt1pfeesnyr2tx' });
      const open = { txid: tx.id, index: 0, amount: 240n, script: anchorScript };
      const change = changeOf(tx, 1, source.amount - 1_240n);
      expect(await send(pay(change, { open: { ...open, witness: [Uint8Array.of(1)] } }))).toMatch(/^-26 bad-witness/);
      expect(await send(pay(change, { open }))).toBe('accepted');
    });
  });

  it('refuses what is not sound, with its own number and words', async () => {
    const source = await coin();
    const height = await call<number>('getblockcount');
    const hash = await call<string>('getblockhash', height - 1);
    const { tx } = await call<{ tx: string[] }>('getblock', hash);
    const young = { txid: tx[0] ?? '', index: 0, amount: source.amount };
    const cases: readonly (readonly [{ hex: string }, RegExp])[] = [
      [{ hex: 'zz' }, /^-22 TX decode failed/],
      [{ hex: '00' }, /^-22 TX decode failed/],
      [pay({ ...source, txid: nobody }), /^-25 bad-txns-inputs-missingorspent$/],
      [pay(young), /^-26 bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 2$/],
      [pay({ ...source, amount: source.amount * 2n }, { fee: 0n }), /^-26 bad-txns-in-belowout, value in/],
      [pay(source, { lockTime: 5_000 }), /^-26 non-final$/],
      [pay(source, { sequence: 200 }), /^-26 non-BIP68-final$/],
    ];
    for (const [bad, words] of cases) expect(await send(bad)).toMatch(words);
    const good = pay(source);
    const at = good.hex.lastIndexOf('0121') - 20;
    const altered = `${good.hex.slice(0, at)}${good.hex[at] === '0' ? '1' : '0'}${good.hex.slice(at + 1)}`;
    expect(await send({ hex: altered })).toMatch(/^-26 (mempool|mandatory)-script-verify-flag-failed \(/);
  });

  it.each([
    ['getblock', ['abcd'], "-8 blockhash must be of length 64 (not 4, for 'abcd')"],
    ['getblock', ['zz'.repeat(32)], `-8 blockhash must be hexadecimal string (not '${'zz'.repeat(32)}')`],
    ['getblock', [nobody], '-5 Block not found'],
    ['getblockheader', ['abcd'], "-8 hash must be of length 64 (not 4, for 'abcd')"],
    ['getblockheader', [nobody], '-5 Block not found'],
    ['getrawtransaction', ['abcd'], "-8 parameter 1 must be of length 64 (not 4, for 'abcd')"],
    ['getrawtransaction', [nobody], /^-5 No such mempool or blockchain transaction\./],
    ['getrawtransaction', [nobody, true, nobody], /^-5 Block hash not found/],
    ['gettxout', ['abcd', 0], "-8 txid must be of length 64 (not 4, for 'abcd')"],
    ['gettxout', [nobody, 0], 'accepted'],
    ['gettxout', [nobody, -1], /^-1 JSON integer out of range/],
    ['getmempoolentry', ['abcd'], "-8 parameter 1 must be of length 64 (not 4, for 'abcd')"],
    ['getmempoolentry', [nobody], '-5 Transaction not in mempool'],
    ['getblockhash', [1_000_000], '-8 Block height out of range'],
    ['getblockhash', [-1], '-8 Block height out of range'],
    ['getblockhash', ['x'], /^-3 Wrong type passed/],
    ['getblock', [5], /^-3 Wrong type passed/],
    ['invalidateblock', [nobody], '-5 Block not found'],
    ['generatetoaddress', [1, 'xx'], '-5 Error: Invalid address'],
    ['nosuchmethod', [], '-32601 Method not found'],
  ] as const)('answers %s %j as %s', async (method, params, expected) => {
    expect(await said(method, ...params)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  it('asks for its password with 401 and no body', async () => {
    const body = '{"id":1,"method":"getblockcount","params":[]}';
    for (const wrong of ['', `Basic ${btoa('reader:guess')}`, `Bearer ${btoa(login)}`])
      expect(await post(body, wrong)).toEqual({ status: 401, text: '' });
    expect((await post(body)).status).toBe(200);
  });

  it('tells a fault by the status before version 2.0 of JSON-RPC, and by the body alone in it and in a batch', async () => {
    const fault = '"method":"getblockhash","params":[9999]';
    const statusOf = async (body: string): Promise<number> => (await post(body)).status;
    expect(await statusOf(`{"id":1,${fault}}`)).toBe(500);
    expect(await statusOf('{"id":1,"method":"nosuch","params":[]}')).toBe(404);
    expect(await statusOf('{')).toBe(500);
    expect(await statusOf(`{"jsonrpc":"2.0","id":1,${fault}}`)).toBe(200);
    const batch = await post(`[{"id":1,"method":"getblockcount"},{"id":2,${fault}}]`);
    expect(batch.status).toBe(200);
    expect(JSON.parse(batch.text)).toMatchObject([
      { error: null, id: 1 },
      { error: { code: -8 }, id: 2 },
    ]);
  });
});
