import { identityToJson, newIdentity, publicKeysOf } from '@holdfast/channel';
import {
  type Approval,
  type Spending as Counted,
  createSpendings,
  type Freeze,
  type Intent,
  type ListedEntry,
  parsePolicy,
  policyHash,
  policyText,
  type SignedQuote,
} from '@holdfast/policy';
import { baseIntent, decideOn, freezeOf, newMember, newPolicy } from '@holdfast/testkit/signer';
import fc from 'fast-check';
import type { Decision, StoredGroup } from '../src/state/entries.ts';
import type { Grant } from '../src/state/grants.ts';
import type { Announced, PolicyInForce, SignerState, Spending } from '../src/state/state.ts';
import { LazyMap } from '../src/store/lazy-map.ts';

/**
 * States in which every field holds something, those that may be left out too. A field that is new to a state, or to what one holds, does not compile
 * here until it is said what may stand in it.
 */
const all = <T extends object>(fields: { [K in keyof T]-?: fc.Arbitrary<Exclude<T[K], undefined>> }): fc.Arbitrary<T> =>
  fc.record(fields) as unknown as fc.Arbitrary<T>;

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '__proto__', '$', 'a.b', '7|evm:31337|'));
const id = fc.uuid();
const at = fc.nat();
const units = fc.bigInt({ min: 0n, max: 2n ** 80n });
const listOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 4 });
const setOf = <T>(one: fc.Arbitrary<T>) => listOf(one).map((members) => new Set(members));
const mapOf = <T>(one: fc.Arbitrary<T>, key = text) => listOf(fc.tuple(key, one)).map((entries) => new Map(entries));
const recordOf = (value: fc.Arbitrary<string>) => listOf(fc.tuple(id, value)).map((all) => Object.fromEntries(all));

const owner = newMember('m-owner', 'owner');
const places = ['1', '2'].map((id) => ({ id, url: '', keys: publicKeysOf(newIdentity()) }));
const document = parsePolicy(policyText(newPolicy({ places }, [owner], [owner.member.id])));
const policy: PolicyInForce = {
  text: policyText(document),
  document,
  hash: policyHash(document),
  approvals: [decideOn(policyHash(document), owner, 'approve')],
};
const approval: fc.Arbitrary<Approval> = text.map((remark) => decideOn('ab'.repeat(32), owner, 'refuse', { remark }));
const proof: fc.Arbitrary<Freeze> = text.map((reason) => freezeOf(document, owner, { reason }));
const intent: fc.Arbitrary<Intent> = fc.tuple(at, text).map(([now, request]) => ({
  ...baseIntent(document, owner.member.id, now),
  request,
}));

const quote = all<SignedQuote>({
  deployment: text,
  chain: text,
  contract: text,
  usd: text,
  at: text,
  signer: text,
  signature: text,
});
const announced = all<Announced>({
  intent,
  text,
  digest: text,
  attachments: fc.record({ document: text, request: text, book: text, export: text, payment: text, batch: text }),
  remark: text,
  approvals: listOf(approval),
  at,
  stops: fc.nat(),
  quotes: listOf(quote),
  replaces: listOf(id),
  beside: listOf(id),
  risen: recordOf(text),
  rises: fc.nat(),
});
const curve = fc.record({ publicKey: text, chainCode: text });
const group = all<StoredGroup>({
  ceremony: id,
  public: fc.record({
    id,
    threshold: fc.constant(2 as const),
    parties: listOf(text),
    secp256k1: curve,
    ed25519: curve,
    epoch: fc.nat(),
    createdAt: at,
    active: fc.boolean(),
  }),
  recovery: fc.nat(),
  verifying: fc.record({ secp256k1: recordOf(text), ed25519: recordOf(text) }),
  sealed: fc.record({ secp256k1: text, ed25519: text, pairs: recordOf(text) }),
});
const decision = all<Decision>({
  id,
  digest: text,
  conflict: fc.oneof(
    fc.record({ family: text, lane: text }),
    fc.record({ family: text, fixed: listOf(text), inputs: listOf(text), kept: listOf(text) }),
  ),
  workspace: text,
  wallet: text,
  asset: text,
  amount: text,
  initiator: text,
  request: text,
  cents: text,
  fee: text,
  attemptOf: id,
  batch: fc.record({ id, digest: text, amount: text, fee: text, rows: fc.nat() }),
  feeCents: text,
  beside: listOf(fc.record({ asset: text, amount: text, cents: text })),
  account: text,
  kind: fc.constantFrom('stake' as const, 'delegate' as const, 'drop' as const),
  pays: listOf(fc.record({ address: text, amount: text })),
  prices: recordOf(text),
  bid: text,
  expires: at,
});
const sent = all<Spending>({ id, at, amount: units, feeOnly: fc.constant(true as const), payments: fc.nat() });
const asset = fc.constantFrom('evm:31337|', 'evm:31337|0x5FbDB2315678afecb367f032d93F642f64180aa3');
const counted = all<Counted>({
  id,
  at,
  wallet: fc.constantFrom('7', '8'),
  member: fc.constantFrom('m-owner', 'm-other'),
  asset,
  units,
  cents: units,
  fee: fc.record({ asset, units, cents: units }),
  beside: listOf(fc.record({ asset, units, cents: units })),
});
/** Told payments, some of which are taken out again; some have no value and some no fee, which count differently. */
const spendings = fc
  .array(fc.tuple(counted, fc.boolean(), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 12 })
  .map((told) => {
    const made = createSpendings();
    for (const [{ fee, beside, ...one }, hasFee, hasValue] of told)
      made.add({
        ...one,
        ...(hasFee && beside ? { beside } : {}),
        cents: hasValue ? one.cents : undefined,
        ...(hasFee && fee ? { fee } : {}),
      });
    for (const [{ id }, , , isDropped] of told) if (isDropped) made.drop(id);
    return made;
  });
const listed = all<ListedEntry>({
  entry: fc.record({ chains: listOf(text), address: text, memo: text, assets: listOf(text), label: text }),
  since: at,
});
const grant = all<Grant>({
  intent,
  text,
  digest: text,
  request: fc.record({
    v: fc.constant('1' as const),
    domain: fc.constant('holdfast/export/v1' as const),
    deployment: text,
    keyGroup: text,
    epoch: text,
    signer: text,
    recipient: text,
  }),
  requestText: text,
  approvals: listOf(approval),
  readyAt: at,
  until: at,
  refusedBy: text,
  taken: fc.nat(),
  clearedAt: at,
});

export const filledState: fc.Arbitrary<SignerState> = all<SignerState>({
  identity: fc.constant(identityToJson(newIdentity())),
  policy: fc.constant(policy),
  announced: mapOf(announced),
  announcedSize: fc.nat(),
  digests: mapOf(id),
  names: fc.record({
    known: mapOf(fc.record({ digest: text, expires: at })),
    budget: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
    at,
    sweptAt: at,
  }),
  openings: mapOf(fc.record({ what: text, since: at, count: fc.nat() })),
  groups: mapOf(group),
  pending: group,
  decided: mapOf(decision).map((entries) => new LazyMap(entries)),
  requests: mapOf(id),
  exposed: setOf(id),
  closed: setOf(id),
  open: fc.record({
    of: mapOf(setOf(id)),
    settled: setOf(id),
    to: mapOf(listOf(fc.record({ id, at }))),
    first: mapOf(id),
  }),
  batches: mapOf(fc.record({ digest: text, row: id, exposed: fc.boolean() })),
  attempts: mapOf(fc.record({ id, fee: text, expires: at })),
  signed: setOf(id),
  bound: mapOf(id),
  made: mapOf(at),
  workspaces: mapOf(text),
  spent: mapOf(listOf(sent)),
  fees: mapOf(listOf(sent)),
  bids: mapOf(listOf(fc.record({ id, bid: units }))),
  spendings,
  book: fc.record({
    hash: text,
    entries: mapOf(listed),
    tokens: mapOf(fc.record({ chain: text, contract: text, symbol: text, decimals: text })),
  }),
  held: listOf(fc.record({ mode: fc.constantFrom('on' as const, 'off' as const), coolingHours: text, until: at })),
  ready: fc.record({ body: text, at }),
  readied: setOf(text),
  taken: setOf(id),
  frozen: fc.record({ at, by: text, reason: text, proof }),
  stops: fc.nat(),
  freezes: mapOf(fc.record({ member: text, until: at })),
  quarantined: mapOf(text),
  exported: mapOf(fc.record({ count: fc.nat(), epoch: fc.nat(), at })),
  grants: mapOf(grant),
  witnessed: mapOf(fc.record({ size: fc.nat(), root: text })),
  peers: mapOf(fc.record({ size: fc.nat(), root: text })),
  events: listOf(fc.nat()),
  lastAt: at,
});
