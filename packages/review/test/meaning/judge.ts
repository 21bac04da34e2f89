import {
  assetKey,
  createSpendings,
  evaluate,
  type Facts,
  openNodes,
  type PolicyDocument,
  rulingOnSubject,
  type Subject,
  spentFrom,
} from '@holdfast/policy';
import { fixtureNow, transferOf } from '@holdfast/testkit/review';
import type { Step, Verdict } from './decide.ts';
import type { Deed } from './reading.ts';

const stepOf = ({ eligible, threshold, kind }: ReturnType<typeof openNodes>[number]): Step => ({
  people: eligible,
  threshold,
  otherPage: kind === 'page',
});

const hourMs = 3_600_000;

/** What a signer knows of the deed. */
function factsOf({ past, chain: here, contract: paid, price, fee, brings, payees }: Deed): Facts {
  const spendings = createSpendings();
  // A journal has them in their order.
  const inOrder = [...past].sort((a, b) => b.hoursAgo - a.hoursAgo);
  for (const [at, { hoursAgo, chain, contract, fee: cost, ...rest }] of inOrder.entries())
    spendings.add({
      ...rest,
      id: `p${at}`,
      at: fixtureNow - hoursAgo * hourMs,
      asset: assetKey(chain, contract),
      fee: { ...cost, asset: assetKey(chain, '') },
    });
  const prices = new Map([[assetKey(here, ''), fee.price]]).set(assetKey(here, paid), price);
  if (brings) prices.set(assetKey(here, brings.contract), brings.price);
  const listed = new Set(payees.filter((payee) => payee.listed).map(({ entry }) => entry));
  return {
    feesCount: true,
    price: (asset) => prices.get(asset),
    spent: spentFrom(spendings, fixtureNow),
    isInternal: (_, output) => output.path !== '',
    isListed: (_, output) => listed.has(output.entry),
  };
}

function transferBy(policy: PolicyDocument, deed: Deed): Verdict {
  const { chain, contract, decimals, units, wallet, initiator } = deed;
  const share = units / BigInt(deed.payees.length);
  const outputs = deed.payees.map(({ entry, own }, at) => ({
    address: 'to',
    amount: String(at === 0 ? units - share * BigInt(deed.payees.length - 1) : share),
    memo: '',
    entry,
    path: own ? 'm/60/7/0/1' : '',
  }));
  const asset = { symbol: 'COIN', contract, decimals: String(decimals) };
  const feeAsset = { symbol: 'GAS', contract: '', decimals: String(deed.fee.decimals) };
  const maxFee = String(deed.fee.units);
  const intent = transferOf(policy, { chain, asset, wallet, initiator, outputs, feeAsset, maxFee });
  const { action, nodes } = evaluate(policy, intent, [], factsOf(deed));
  return { action, steps: nodes.map(stepOf) };
}

/** What signers do: `evaluate` of a transfer, the same judgement of a call or a trade. */
export function judge(policy: PolicyDocument, deed: Deed): Verdict {
  if (deed.type === 'transfer') return transferBy(policy, deed);
  const { payees, calls, fee, brings, staked, past: _, price: __, role: ___, ...rest } = deed;
  const subject: Subject = {
    ...rest,
    id: '',
    leaves: !staked,
    fee: { asset: assetKey(deed.chain, ''), decimals: fee.decimals, units: fee.units },
    payees: payees.map(({ entry, own, listed }) => ({ entry, isInternal: () => own, isListed: () => listed })),
    ...(brings ? { brings: { ...brings, asset: assetKey(deed.chain, brings.contract) } } : {}),
    calls: calls?.map((call) => ({ ...call, chain: deed.chain })),
  };
  const ruling = rulingOnSubject(policy, subject, factsOf(deed));
  if (!ruling) throw new Error('no basic rule');
  return { action: ruling.action, steps: openNodes(policy, ruling.flows, deed, undefined).map(stepOf) };
}
