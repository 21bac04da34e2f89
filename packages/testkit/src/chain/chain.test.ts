import { childPublicKey, compareWithIntent, familyOf, type Plan } from '@holdfast/chains';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import type { Intent } from '@holdfast/policy';
import { describe, expect, it } from 'vitest';
import { genesisDocument, newTestKey, newTestMember } from '../index.ts';
import { baseIntent } from '../signer/index.ts';
import { namedAddress, type Slate, startSlate } from './index.ts';

const key = newTestKey();
const keyAt = (path: string) => childPublicKey(key.root, path);
const payee = namedAddress('payee');

/** An account with coins, and a payment of one of them. */
function payment(slate: Slate, nonce = '0') {
  const { chain } = slate;
  const family = familyOf(chain);
  const path = `m/${family.coinType}/7/0/0`;
  const from = family.addressOf(chain, keyAt(path));
  const asset = { symbol: chain.baseSymbol, contract: '', decimals: '6' };
  const owner = newTestMember('owner-1', 'owner');
  const intent: Intent = {
    ...baseIntent(genesisDocument([owner], []), owner.id, Date.now()),
    workspace: '1',
    wallet: '7',
    keyGroup: key.id,
    chain: chain.id,
    path,
    from,
    asset,
    feeAsset: asset,
    maxFee: '40',
    conflict: family.conflict,
    outputs: [{ address: payee, amount: '100', memo: '', entry: '', path: '' }],
  };
  const plan = family.readPlan({ family: family.id, nonce, units: '10', price: '4' });
  const build = (change: Partial<Intent> = {}, other: Plan = plan) =>
    family.build(chain, { ...intent, ...change }, other, keyAt);
  return { chain, family, from, intent, plan, build };
}

describe('the chain in memory', () => {
  it('makes what is sent final at once, or mines it when asked', async () => {
    for (const blocks of ['instant', 'held'] as const) {
      const slate = startSlate(blocks);
      const reader = accountReader(readerOf(slate.chain));
      const { from, build, family, chain } = payment(slate);
      slate.give(from, 1_000n);
      if (blocks === 'held') slate.mine();
      const unsigned = build();
      const { raw, txid } = family.attach(chain, unsigned, unsigned.sighashes.map(key.sign));
      expect([await reader.broadcast(raw), await reader.broadcast(raw)]).toEqual(['accepted', 'known']);
      const status = await reader.txStatus(txid);
      expect(status.state).toBe(blocks === 'held' ? 'mempool' : 'mined');
      if (blocks === 'held') slate.mine(2);
      const mined = await reader.txStatus(txid);
      expect(mined).toMatchObject({ state: 'mined', success: true, fee: 20n });
      expect(mined.state === 'mined' && mined.height <= (await reader.finalizedHeight())).toBe(true);
      expect([slate.holds(payee), slate.holds(from)]).toEqual([100n, 880n]);
      const other = build({ outputs: [{ address: payee, amount: '1', memo: '', entry: '', path: '' }] });
      const late = family.attach(chain, other, other.sighashes.map(key.sign));
      expect(await reader.broadcast(late.raw)).toMatchObject({ refused: 'nonceTooLow' });
    }
  });

  it('reads back from the bytes what was approved, and nothing else', () => {
    const { chain, family, intent, plan, build } = payment(startSlate());
    const fields = (change: Partial<Intent>, other = plan) =>
      compareWithIntent(intent, family.decode(chain, build(change, other)), { chain, plan, keyAt }).map((m) => m.field);
    expect(fields({})).toEqual([]);
    const outputs = [{ address: namedAddress('thief'), amount: '101', memo: '', entry: '', path: '' }];
    expect(fields({ outputs })).toEqual(['outputs[0].address', 'outputs[0].amount']);
    expect(fields({}, { ...plan, nonce: '1' })).toEqual(['plan.nonce']);
    const unsigned = build();
    const changed = { ...unsigned, bytes: `${unsigned.bytes.slice(0, -2)}ff` };
    expect(() => family.decode(chain, changed)).toThrow('sighashMismatch');
    expect(() => family.decode(chain, { ...unsigned, bytes: `${unsigned.bytes}00` })).toThrow('badBytes');
    expect(() => build({ maxFee: '39' })).toThrow('feeAboveCap');
  });

  it('takes no signature of another key, and no address with a slip in it', () => {
    const { chain, family, build } = payment(startSlate());
    const unsigned = build();
    expect(() => family.attach(chain, unsigned, unsigned.sighashes.map(newTestKey().sign))).toThrow('badSignature');
    expect(family.checkAddress(chain, payee)).toEqual({ ok: true, address: payee });
    const slip = `${payee.slice(0, -1)}${payee.endsWith('0') ? '1' : '0'}`;
    expect(family.checkAddress(chain, slip)).toEqual({ ok: false, reason: 'checksum' });
    expect(family.checkAddress(chain, payee.toUpperCase())).toEqual({ ok: false, reason: 'format' });
  });

  it('offers a replacement that costs at least a tenth more', () => {
    const { family, plan } = payment(startSlate());
    if (family.model !== 'account') throw new Error('no account chain');
    expect(family.replaceFees?.(plan, { price: '1' })).toMatchObject({ nonce: '0', price: '5' });
    expect(family.replaceFees?.(plan, { price: '9' })).toMatchObject({ price: '9' });
  });
});
