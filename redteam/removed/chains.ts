import { type Mutant, noticedBy, part } from './part.ts';

/** A copy of the signer with other code of the chains: `file` is below their `src`. */
const ofChains = (mutants: readonly Mutant[]): Mutant[] =>
  mutants.map((mutant) => ({ ...mutant, from: 'packages/chains' }));

const byMaster = 'known.contract === asset.contract && known.symbol === asset.symbol';

/** What each family of chains refuses by itself: what a plan may say, what a payment may cost, how long it may live, and whose token it is of. */
export const chainChecks: readonly Mutant[] = ofChains([
  ...noticedBy('a payment through a contract of our own', [
    part('what a plan may say', 'plan-fields.ts', 'Object.keys(value).length !== names.length || '),
    part(
      'coins attached to coins',
      'ton/build.ts',
      "if (numbers.attached !== 0n) throw new ChainError('badPlan', 'attached');",
    ),
    part('master of a jetton', 'types.ts', byMaster, 'known.symbol === asset.symbol'),
    part('payment to the master of a jetton', 'ton/build.ts', 'isTokenContract(chain, address)', 'false'),
    part('end of a message', 'ton/decode.ts', '    until: Number(validUntil) * 1_000,\n'),
    part(
      'what is attached counts as fee',
      'ton/build.ts',
      'const fee = ownCost + numbers.attached;',
      'const fee = ownCost;',
      'the bytes are read back with what is attached, and feeCaps counts that',
    ),
    part('length of a comment', 'transfer.ts', 'memo.length <= rule.most && '),
  ]),
  ...noticedBy('path range', [
    part('branches of a family', 'path.ts', '!hasBranch(parts.coin, parts.branch)', '!hasBranch(parts.coin, 0)'),
  ]),
  ...noticedBy('the plan of an approved payment', [
    part(
      'change to a system address',
      'bitcoin/build.ts',
      'if (!isSystem(splitPath(plan.changePath).branch)) throw',
      'if (plan.changePath === undefined) throw',
    ),
    part(
      'the form of what is spent',
      'bitcoin/build.ts',
      'if (bytesToHex(script) !== bytesToHex(output.script)) throw',
      'if (script.length === 0) throw',
    ),
  ]),
  ...noticedBy('a child that pays for its parent', [
    part(
      'an output of the parent',
      'bitcoin/build.ts',
      '!spends.some(({ input }) => input.txid === transfer.parent)',
      'spends.length === 0',
    ),
    part('a child where nothing waits', 'transfer.ts', "need(family.model === 'utxo' || !isChild(intent), 'kind');"),
  ]),
  ...noticedBy('a transaction that dies', [
    part('end of a transaction', 'tron/decode.ts', '    until: Number(plan.expiration),\n'),
    part('limit of fees', 'tron/fees.ts', 'feeLimit + otherCosts(asset, memo);', 'otherCosts(asset, memo);'),
    part('new account in the fee', 'tron/fees.ts', "(contract === '' ? prices.account : 0n)", '0n'),
    part(
      'a plan that names no end',
      'tron/plan.ts',
      "if (numbers.expiration === 0n) throw new ChainError('badPlan', 'expiration');",
    ),
  ]),
]);
