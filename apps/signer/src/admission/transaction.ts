import { ChainError, compareWithIntent, curveAt, type KeyAt, parsePath, type UnsignedTx } from '@holdfast/chains';
import { statedTrade } from '@holdfast/policy';
import type { ChildKeys } from '../children.ts';
import { refuse } from '../errors.ts';
import { schemes } from '../signing/schemes/index.ts';
import type { StoredGroup } from '../state/entries.ts';
import { clockToleranceMs, type Draft, need, type Step } from './types.ts';

/** Keys of the intent's own sub-wallet only: a plan cannot reach into another one. */
export function keyAtOf(childKey: ChildKeys, draft: Draft, group: StoredGroup): KeyAt {
  const { wallet, path } = need(draft, 'intent');
  const own = parsePath(path);
  return (asked) => {
    const parts = parsePath(asked);
    if (String(parts.wallet) !== wallet || parts.coin !== own.coin) throw refuse('unknownWallet', asked);
    return childKey(group.public, asked);
  };
}

function chained<T>(code: 'badPlan' | 'txMismatch', run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw refuse(error.code === 'feeAboveCap' ? 'feeAboveCap' : code, error.message);
  }
}

/** The transaction is built here from the intent; the plan only fills in what cannot change who is paid. Digests come from these bytes alone. */
export const rebuild: Step = {
  name: 'rebuild',
  check: ({ request, familyOf, childKey }, draft) => {
    const [chain, group] = [need(draft, 'chain'), need(draft, 'group')];
    const family = familyOf(chain);
    const plan = chained('badPlan', () => family.readPlan(request.plan));
    draft.plan = plan;
    draft.unsigned = chained('badPlan', () =>
      family.build(chain, need(draft, 'intent'), plan, keyAtOf(childKey, draft, group)),
    );
  },
};

/** A signature of another curve's key would be one of nobody's, or of another address. */
function demandSchemes({ sighashes }: UnsignedTx): void {
  const foreign = sighashes.find(({ scheme, path }) => schemes[scheme].curve !== curveAt(path));
  if (foreign) throw refuse('txMismatch', `${foreign.scheme} at ${foreign.path}`);
}

/**
 * A second parser reads the bytes back, and every payee, amount, asset, source, digest and the change must be as the intent says. The fee is left
 * to the next step, which judges it by both caps.
 */
export const decodeAndCompare: Step = {
  name: 'decodeAndCompare',
  check: ({ familyOf, childKey }, draft) => {
    const [chain, group, plan] = [need(draft, 'chain'), need(draft, 'group'), need(draft, 'plan')];
    const unsigned = need(draft, 'unsigned');
    chained('txMismatch', () => demandSchemes(unsigned));
    const decoded = chained('txMismatch', () => familyOf(chain).decode(chain, unsigned));
    const mismatches = chained('txMismatch', () =>
      compareWithIntent(need(draft, 'intent'), decoded, { chain, plan, keyAt: keyAtOf(childKey, draft, group) }),
    ).filter(({ field }) => field !== 'maxFee');
    if (mismatches.length > 0) throw refuse('txMismatch', mismatches.map((entry) => entry.field).join(','));
    draft.decoded = decoded;
  },
};

/**
 * A transaction that dies by itself has to die soon: until then one that was kept back can be made. Neither does one pass that never dies, where others do:
 * its family reads an end from every one (`conflict.ts`).
 */
export const lifetime: Step = {
  name: 'lifetime',
  check: ({ now, longestLifeMs }, draft) => {
    const { until } = need(draft, 'decoded');
    if (until !== undefined && until > now + longestLifeMs + clockToleranceMs)
      throw refuse('livesTooLong', String(until));
  },
};

/** A swap whose time is over fails, and costs its fee. */
export const inTime: Step = {
  name: 'inTime',
  check: ({ now }, draft) => {
    const until = statedTrade(need(draft, 'intent'))?.until;
    if (until !== undefined && until * 1000n <= BigInt(now)) throw refuse('tradeLate');
  },
};

/** Read back from the bytes: at most what the members signed, and at most what this chain may ever cost. */
export const feeCaps: Step = {
  name: 'feeCaps',
  check: (_, draft) => {
    const fee = BigInt(need(draft, 'decoded').fee);
    const caps = [BigInt(need(draft, 'intent').maxFee), BigInt(need(draft, 'chain').maxFee)];
    if (caps.some((cap) => fee > cap)) throw refuse('feeAboveCap', String(fee));
  },
};
