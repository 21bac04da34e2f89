import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { OutScript, p2pkh, p2tr, p2wpkh, SigHash, Transaction, utils } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tipOf } from '../src/bitcoin/chain.ts';
import { NodeError } from '../src/bitcoin/errors.ts';
import { methods } from '../src/bitcoin/methods.ts';
import { type Node, openNode } from '../src/bitcoin/node.ts';
import { regtest } from '../src/bitcoin/output.ts';

const secret = new Uint8Array(32).fill(9);
const purse = p2wpkh(secp256k1.getPublicKey(secret, true), regtest);
const home = purse.address ?? '';
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const away = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(11), true), regtest).address ?? '';
let dir: string;
let node: Node;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'node-'));
  node = openNode(path.join(dir, 'log'));
  call('generatetoaddress', 110, home);
});
afterEach(() => {
  node.store.close();
  rmSync(dir, { recursive: true, force: true });
});

function call<T = unknown>(method: string, ...params: unknown[]): T {
  return (methods[method] ?? (() => undefined))(node, params) as T;
}

/** What bitcoind would say to a transaction: its reason, or `accepted`. */
function submit(raw: string): string {
  try {
    call('sendrawtransaction', raw);
    return 'accepted';
  } catch (error) {
    if (error instanceof NodeError) return error.message;
    throw error;
  }
}

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
}
const reward = (height: number): Coin => {
  const block = call<{ tx: string[] }>('getblock', call('getblockhash', height), 1);
  return { txid: block.tx[0] ?? '', vout: 0, amount: 50_00000000n };
};

interface Spend {
  readonly fee?: bigint;
  readonly pay?: bigint;
  readonly sequence?: number;
  readonly lockTime?: number;
}

/** One output back home, less the fee. */
function spend(coin: Coin, { fee = 1_000n, pay, sequence = 0xfffffffd, lockTime = 0 }: Spend = {}): Transaction {
  const tx = new Transaction({ lockTime });
  const witnessUtxo = { script: purse.script, amount: coin.amount };
  tx.addInput({ txid: coin.txid, index: coin.vout, sequence, witnessUtxo });
  if (pay !== undefined) tx.addOutputAddress(home, pay, regtest);
  tx.addOutputAddress(home, coin.amount - (pay ?? 0n) - fee, regtest);
  tx.sign(secret);
  tx.finalize();
  return tx;
}
const outputOf = (tx: Transaction): Coin => ({ txid: tx.id, vout: 0, amount: tx.getOutput(0).amount ?? 0n });

describe('the Bitcoin node', () => {
  it('begins at the real genesis block of regtest', () => {
    expect(call('getblockhash', 0)).toBe('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
  });

  it('runs every script: corrupt and malleated signatures are refused, good ones of three kinds taken', () => {
    const good = spend(reward(1));
    const [signature = new Uint8Array(), key = new Uint8Array()] = good.getInput(0).finalScriptWitness ?? [];
    const withSignature = (bytes: Uint8Array): string => {
      const tx = Transaction.fromRaw(good.extract(), { allowUnknownInputs: true });
      tx.updateInput(0, { finalScriptWitness: [bytes, key] }, true);
      return tx.hex;
    };
    const corrupt = signature.slice();
    corrupt[20] = (corrupt[20] ?? 0) ^ 1;
    expect(submit(withSignature(corrupt))).toMatch(/script-verify-flag-failed/);
    const { r, s } = secp256k1.Signature.fromBytes(signature.slice(0, -1), 'der');
    const high = new secp256k1.Signature(r, order - s).toBytes('der');
    expect(submit(withSignature(new Uint8Array([...high, SigHash.ALL])))).toMatch(/script-verify-flag-failed/);
    expect(submit(good.hex)).toBe('accepted');
  });

  it('spends taproot and legacy outputs too', () => {
    const taproot = p2tr(utils.pubSchnorr(secret), undefined, regtest);
    const legacy = p2pkh(secp256k1.getPublicKey(secret, true), regtest);
    const coin = reward(2);
    const fund = new Transaction();
    fund.addInput({ txid: coin.txid, index: 0, witnessUtxo: { script: purse.script, amount: coin.amount } });
    fund.addOutput({ script: taproot.script, amount: 1_000_000n });
    fund.addOutput({ script: legacy.script, amount: 1_000_000n });
    fund.addOutputAddress(home, coin.amount - 2_001_000n, regtest);
    fund.sign(secret);
    fund.finalize();
    expect(submit(fund.hex)).toBe('accepted');
    const both = new Transaction();
    const tap = { script: taproot.script, amount: 1_000_000n };
    both.addInput({ txid: fund.id, index: 0, witnessUtxo: tap, tapInternalKey: utils.pubSchnorr(secret) });
    both.addInput({ txid: fund.id, index: 1, nonWitnessUtxo: fund.extract() });
    both.addOutputAddress(home, 1_990_000n, regtest);
    both.sign(secret);
    both.finalize();
    expect(submit(both.hex)).toBe('accepted');
  });

  it('refuses what bitcoind refuses, with its words', () => {
    const coin = reward(3);
    const stranger = { ...coin, txid: 'ab'.repeat(32) };
    const cases: readonly (readonly [string, RegExp])[] = [
      ['00', /TX decode failed/],
      [`${spend(coin).hex}00`, /TX decode failed/],
      [spend(stranger).hex, /missingorspent/],
      [spend(reward(105)).hex, /premature-spend-of-coinbase/],
      [spend(coin, { pay: 293n }).hex, /^dust$/],
      [spend(coin, { fee: 10n }).hex, /min relay fee not met/],
      [spend({ ...coin, amount: coin.amount * 2n }, { fee: 0n }).hex, /bad-txns-in-belowout/],
      [spend(coin, { lockTime: 500 }).hex, /non-final/],
      [spend(coin, { sequence: 200 }).hex, /non-BIP68-final/],
    ];
    for (const [raw, reason] of cases) {
      expect(submit(raw)).toMatch(reason);
      if (raw.length > 2 && !reason.source.includes('decode'))
        expect(call<{ allowed: boolean }[]>('testmempoolaccept', [raw])[0]?.allowed).toBe(false);
    }
    expect(call<string[]>('getrawmempool')).toEqual([]);
  });

  it('replaces by fee: a higher rate and the relay increment, the replaced one and its child leave', () => {
    const coin = reward(4);
    const first = spend(coin, { fee: 1_000n });
    const child = spend(outputOf(first), { fee: 500n });
    expect([submit(first.hex), submit(child.hex)]).toEqual(['accepted', 'accepted']);
    expect(submit(spend(coin, { fee: 1_001n }).hex)).toMatch(/insufficient fee/);
    expect(submit(spend(coin, { fee: 1_550n }).hex)).toMatch(/not enough additional fees/);
    const last = spend(coin, { fee: 2_000n });
    expect(submit(last.hex)).toBe('accepted');
    expect(call('getrawmempool')).toEqual([last.id]);
  });

  it('takes a chain of 25 unconfirmed payments and mines all of it, parents first', () => {
    const ids: string[] = [];
    let coin = reward(5);
    for (let n = 0; n < 25; n++) {
      const tx = spend(coin, { fee: 200n + BigInt(n) * 100n });
      expect(submit(tx.hex)).toBe('accepted');
      ids.push(tx.id);
      coin = outputOf(tx);
    }
    expect(submit(spend(coin).hex)).toMatch(/^too-long-mempool-chain/);
    expect(call('getmempoolentry', ids[24])).toMatchObject({ ancestorcount: 25, descendantcount: 1 });
    const [hash] = call<string[]>('generatetoaddress', 1, home);
    expect(call<{ tx: string[] }>('getblock', hash, 1).tx.slice(1)).toEqual(ids);
    expect(call('gettxout', coin.txid, 0)).toMatchObject({ confirmations: 1, coinbase: false });
  });

  it('gives coins back when blocks are invalidated, and pays them again in other blocks', () => {
    const tx = spend(reward(6));
    submit(tx.hex);
    const [hash] = call<string[]>('generatetoaddress', 2, home);
    const coins = node.chain.coins.size;
    call('invalidateblock', hash);
    expect(call('getrawmempool')).toEqual([tx.id]);
    expect(call('getblockheader', hash)).toMatchObject({ confirmations: -1 });
    const [other] = call<string[]>('generatetoaddress', 2, away);
    expect(other).not.toBe(hash);
    expect(node.chain.coins.size).toBe(coins);
    expect(call('getrawtransaction', tx.id, true)).toMatchObject({ blockhash: other, confirmations: 2 });
  });

  it('is after a restart what it was before, reorganisation and mempool included', () => {
    const [mined, waiting] = [spend(reward(7)), spend(reward(8))];
    submit(mined.hex);
    const [hash] = call<string[]>('generatetoaddress', 1, home);
    call('invalidateblock', hash);
    call('generatetoaddress', 3, away);
    submit(waiting.hex);
    const reopened = openNode(path.join(dir, 'log'));
    expect(tipOf(reopened.chain).hash).toBe(tipOf(node.chain).hash);
    expect([...reopened.chain.coins].toSorted()).toEqual([...node.chain.coins].toSorted());
    expect([...reopened.pool.entries.keys()]).toEqual([waiting.id]);
    expect([...reopened.chain.txBlock].toSorted()).toEqual([...node.chain.txBlock].toSorted());
    expect(reopened.chain.invalid).toEqual(node.chain.invalid);
    reopened.store.close();
  });

  it('drops a torn or altered tail of its log and goes on from there', () => {
    const file = path.join(dir, 'log');
    const whole = readFileSync(file);
    appendFileSync(file, '0123456789abcdef {"block":{"hea');
    const afterTear = openNode(file);
    expect(tipOf(afterTear.chain).height).toBe(110);
    afterTear.store.close();
    expect(readFileSync(file).equals(whole)).toBe(true);
    const altered = Buffer.from(whole);
    altered[altered.length - 10] = (altered[altered.length - 10] ?? 0) ^ 1;
    writeFileSync(file, altered);
    const afterRot = openNode(file);
    expect(tipOf(afterRot.chain).height).toBe(109);
    afterRot.store.close();
  });

  it('writes scripts and addresses as bitcoind does', () => {
    const tx = spend(reward(9), { pay: 5_000n });
    submit(tx.hex);
    expect(call('getrawtransaction', tx.id, true)).toMatchObject({
      txid: tx.id,
      vsize: tx.vsize,
      vout: [
        { value: 0.00005, n: 0, scriptPubKey: { type: 'witness_v0_keyhash', address: home } },
        {
          n: 1,
          scriptPubKey: { hex: Buffer.from(OutScript.encode({ type: 'wpkh', hash: purse.hash })).toString('hex') },
        },
      ],
    });
  });
});
