import {
  type BookEntry,
  bookInForce,
  type Credential,
  digestWords,
  liftsFreeze,
  type Output,
  type PolicyDocument,
  type Rule,
} from '@holdfast/policy';
import {
  amountText,
  blocksOf,
  changeText,
  credentialFingerprint,
  honestText,
  loosened,
  loosenedWords,
  memberName,
  payeeOf,
  policyChanges,
  policyHeadline,
  type Review,
  refusalsOf,
  type SharesFacts,
  sayEn,
  timeLeft,
  timeText,
  totalUnits,
  viewsOf,
  whoRefused,
} from '@holdfast/review';
import { exportLines } from './key-material.ts';

/** The lines of a request as a terminal shows them: everything that is signed, nothing shortened. */
const line = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`;

const people = (policy: PolicyDocument, ids: readonly string[]): string =>
  ids.map((id) => memberName({ policy }, id)).join(', ');

const signs = { plus: '+ ', minus: '- ', '': '  ' } as const;

/** What becomes different, in the same words as on the approving page. */
function changeLines(review: Review, next: PolicyDocument): string[] {
  const views = viewsOf(review, review.policy, next);
  return policyChanges(review.policy, next).flatMap((change) => {
    const { sign, text, before, after, credential } = changeText(sayEn, views, change);
    return [
      `${signs[sign]}${text}`,
      ...(before === undefined ? [] : [`-   ${sayEn('ruleBefore', { rule: before })}`]),
      ...(after === undefined ? [] : [`+   ${sayEn('ruleAfter', { rule: after })}`]),
      ...(credential ? keyLines(credential) : []),
    ];
  });
}

function keyLines(credential: Credential): string[] {
  const where = credential.type === 'passkey' ? [`    at ${credential.rpId}: ${credential.origins.join(', ')}`] : [];
  const print = credentialFingerprint(credential);
  return [`    known to its holder as ${digestWords(print).join(' ')}`, ...where];
}

function entryLines({ chains }: Review, entry: BookEntry): string[] {
  const known = chains.filter(({ id }) => entry.chains.includes(id)).flatMap(({ assets }) => assets);
  const asset = (contract: string): string => {
    const symbols = known.filter((one) => one.contract.toLowerCase() === contract.toLowerCase());
    const names = [...new Set(symbols.map(({ symbol }) => honestText(symbol)))].join(', ');
    return contract === '' ? 'the coin of the network' : `${names} ${blocksOf(contract).join(' ')}`.trim();
  };
  return [
    line('  address', blocksOf(entry.address).join(' ')),
    line('  label', JSON.stringify(honestText(entry.label))),
    line('  networks', entry.chains.join(', ')),
    line('  memo', entry.memo === '' ? 'none' : JSON.stringify(entry.memo)),
    line('  assets', entry.assets.length === 0 ? 'any' : entry.assets.map(asset).join('; ')),
  ];
}

/** Every entry that comes or goes, whole. */
function bookLines(review: Review, now: number): string[] {
  const { book, entries, policy, held } = review;
  if (!book) return [];
  const added = book.add.flatMap((entry) => ['  + new entry', ...entryLines(review, entry)]);
  const removed = book.remove.flatMap((hash) => {
    const known = entries.get(hash)?.entry;
    return known
      ? ['  - entry taken out', ...entryLines(review, known)]
      : ['  - entry taken out, of which the signer tells only the hash', `    ${hash}`];
  });
  const { mode, coolingHours } = bookInForce(policy.book, held, now);
  return [...added, ...removed, line('address book', `whitelist ${mode}, new entries wait ${coolingHours} h`)];
}

function nobodyText(from: number | undefined): string {
  const nobody = 'neither an own address nor in the address book';
  if (from === undefined) return nobody;
  return `${nobody}; the whitelist was switched off lately, to be paid only from ${timeText(String(from))}`;
}

function payeeText(review: Review, output: Output, now: number): string {
  const payee = payeeOf(review, output, now);
  if (payee.kind === 'nobody') return nobodyText(payee.from);
  if (payee.kind === 'own')
    return `said to be an own address, at ${payee.path}; not derived here, see the signer's page for it`;
  if (payee.kind === 'untold') return `entry ${payee.hash}, of which the signer tells nothing`;
  const label = JSON.stringify(honestText(payee.label));
  if (payee.state === 'other')
    return `entry ${label}, but that is for another address, memo, network or asset. Do not approve`;
  return payee.state === 'active'
    ? `${label}, active`
    : `${label}, to be paid only from ${timeText(String(payee.from))}`;
}

function transferLines(review: Review, now: number): string[] {
  const { intent, chain } = review;
  const { asset, feeAsset } = intent;
  const outputs = intent.outputs.flatMap((output) => [
    line('to', blocksOf(output.address).join(' ')),
    line('amount', `${amountText(output.amount, asset.decimals)} ${asset.symbol}`),
    ...(output.memo === '' ? [] : [line('memo', output.memo)]),
    line('payee', payeeText(review, output, now)),
  ]);
  return [
    ...outputs,
    line('network', `${honestText(chain?.name ?? '')} ${intent.chain}`.trim()),
    ...(asset.contract === '' ? [] : [line('token contract', blocksOf(asset.contract).join(' '))]),
    line('from', `workspace ${intent.workspace}, wallet ${intent.wallet}, ${blocksOf(intent.from).join(' ')}`),
    line('fee at most', `${amountText(intent.maxFee, feeAsset.decimals)} ${feeAsset.symbol}`),
  ];
}

/** The one sentence that says what happens. */
export function headlineOf(review: Review): string {
  const { intent, nextPolicy, book, keygen, keyExport, chain, policy } = review;
  if (intent.kind === 'policy')
    return policyHeadline(sayEn, viewsOf(review, policy, nextPolicy ?? policy), liftsFreeze(intent));
  if (intent.kind === 'book')
    return `Change the address book: ${book?.add.length ?? 0} added, ${book?.remove.length ?? 0} removed`;
  if (intent.kind === 'keygen') return `Make new keys, shared by ${keygen?.parties.length ?? 0} parties`;
  if (intent.kind === 'export')
    return `Give out the share of signer ${keyExport?.signer ?? '?'}: asked by ${memberName({ policy }, intent.initiator)}, readable by the holder of ${keyExport?.recipient ?? '?'}`;
  const many = intent.outputs.length > 1 ? ` to ${intent.outputs.length} addresses` : '';
  const sum = `${amountText(totalUnits(intent.outputs), intent.asset.decimals)} ${intent.asset.symbol}`;
  return `Send ${sum} from wallet ${intent.wallet}${many} on ${honestText(chain?.name ?? intent.chain)}`;
}

function ruleOf(rule: Rule | undefined): string {
  if (!rule) return 'none';
  if (rule.level === 'senior') return honestText(rule.name);
  if (rule.level === 'basic') return rule.id === '*' ? 'default rule' : `rule of wallet ${rule.id}`;
  if (rule.level === 'tightening') return 'only takes rights away: takes effect at once';
  return `rules of the workspace for changes of ${rule.id}; every step below is needed`;
}

/** Everybody who refused it, each with what they said of why. */
function refusalLines(review: Review): string[] {
  const said = refusalsOf(review);
  return whoRefused(review).map((id) => {
    const why = said.flatMap(({ member, remark }) =>
      member === id && remark ? JSON.stringify(honestText(remark)) : [],
    );
    return line('refused by', [memberName(review, id), ...why].join(': '));
  });
}

function decisionLines(review: Review): string[] {
  const { evaluation } = review;
  const nodes = evaluation.nodes.map((node) => {
    const left = node.eligible.filter((id) => !node.approved.includes(id));
    const approved = node.approved.length === 0 ? 'nobody yet' : people(review.policy, node.approved);
    return line(
      honestText(node.name).slice(0, 15),
      `${node.threshold} of ${node.eligible.length}; approved: ${approved}; left: ${people(review.policy, left) || 'nobody'}`,
    );
  });
  const signed = review.signed ? [line('signed', 'by this signer: no decision changes that any more')] : [];
  return [line('rule', ruleOf(evaluation.rule)), ...nodes, ...refusalLines(review), ...signed];
}

/** Everything about a request, line by line. */
export function requestLines(review: Review, now: number, facts: SharesFacts): string[] {
  const { intent, nextPolicy } = review;
  const left = timeLeft(Number(intent.expires), now);
  const changes = nextPolicy ? changeLines(review, nextPolicy) : [];
  return [
    ...(intent.kind === 'transfer' ? transferLines(review, now) : []),
    ...exportLines(review, facts),
    ...changes.map((text) => `  ${text}`),
    ...loosened(review, now).map(({ word, hours }) => `  ! ${loosenedWords['en-US'][word].replace('{hours}', hours)}`),
    ...bookLines(review, now),
    line('asked by', `${memberName(review, intent.initiator)}, ${timeText(intent.created)}`),
    line('remark', review.remark === '' ? 'none' : JSON.stringify(honestText(review.remark))),
    ...decisionLines(review),
    ...(review.evaluation.solo ? [line('', 'solo mode: the owner decides alone')] : []),
    line('rules in force', `version ${intent.policy.version}${nextPolicy ? `, then ${nextPolicy.version}` : ''}`),
    line(
      'valid until',
      `${timeText(intent.expires)} (${left.unit === 'none' ? 'expired' : `${left.amount} ${left.unit} left`})`,
    ),
    line('words', review.words.slice(0, 4).join(' ')),
    line('', review.words.slice(4).join(' ')),
    line('digest', review.digest),
  ];
}
