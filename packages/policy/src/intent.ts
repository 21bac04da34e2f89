import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { contractCall, isInOrder } from './call/statement.ts';
import { canonicalText, domainDigestOf, isSame, PolicyError, parseCanonical } from './canonical.ts';
import { deployCall } from './deployment.ts';
import { batchCall } from './kinds/batch.ts';
import { stepCall } from './kinds/brc20.ts';
import { childCall } from './kinds/child.ts';
import { disperseCall } from './kinds/disperse.ts';
import { intentKinds, kindRecords } from './kinds/index.ts';
import { inscriptionCall } from './kinds/inscription.ts';
import type { KindRecord } from './kinds/kind.ts';
import { rowCall } from './kinds/row.ts';
import { stakeCall } from './kinds/stake.ts';
import { limits } from './limits.ts';
import { messageCall } from './message/statement.ts';
import { rowsRoot } from './rows-root.ts';
import { byType, type Check, type Checked, list, oneOf, patterns, record, text } from './schema.ts';
import { tickOf } from './tick.ts';
import { asWritten, readVersion, writeVersion } from './versions.ts';

const assetRef = { symbol: text(patterns.ascii), contract: text(patterns.ascii), decimals: text(patterns.decimals) };
const output = {
  address: text(/^[\x21-\x7e]{1,128}$/),
  amount: text(patterns.units),
  memo: text(patterns.asciiText),
  /** Hash of the address book's entry that is paid, or ''. */
  entry: text(patterns.hashOrEmpty),
  /** Derivation path when this is an address of our own, for signers to derive it; else ''. */
  path: text(patterns.path),
};
const policyRef = { id: text(patterns.id), version: text(patterns.digits), hash: text(patterns.hash) };

const fields = {
  v: oneOf('1'),
  domain: oneOf('holdfast/intent/v1'),
  kind: oneOf(...intentKinds),
  /** 64 hex, made at genesis: nothing signed for one installation counts in another. */
  deployment: text(patterns.hash),
  workspace: text(patterns.digitsOrEmpty),
  /** sub_wallet_id, or '' where no sub-wallet is concerned. */
  wallet: text(patterns.digitsOrEmpty),
  keyGroup: text(patterns.keyGroup),
  /** Derivation path of the paying address, m/coin/sub-wallet/branch/index, none hardened. */
  path: text(patterns.path),
  /** `evm:31337`, `bitcoin:regtest`, or ''. */
  chain: text(/^([a-z0-9]{1,16}:[A-Za-z0-9-]{1,32})?$/),
  asset: record(assetRef),
  from: text(patterns.ascii),
  outputs: list(record(output), 0, limits.outputs),
  /** Highest fee in smallest units of `feeAsset`. */
  maxFee: text(patterns.units),
  feeAsset: record(assetRef),
  /**
   * Decoded contract call; '' for plain transfers. Of stake: `energy`, and where others are kept from taking it back `energy lock 28800` (blocks). Of a batch the
   * root of its rows, of a payment to many also by which contract, of a row its place, of a child `of ` and its parent; of an inscription its output and its id, of a
   * step its place. Of a contract call its data, and of which tokens how much leaves at most; of a message the message, and the same. Of a deployment `create `, the
   * bytecode, and what its constructor is given.
   */
  call: text(
    new RegExp(
      [
        stakeCall,
        batchCall,
        disperseCall,
        rowCall,
        childCall,
        contractCall,
        messageCall,
        deployCall,
        inscriptionCall,
        stepCall,
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
  ),
  /** What two payments of the paying address cannot share: `<family>-<word>` as the chain's family has it, or `none` where nothing is paid. */
  conflict: text(/^([a-z0-9]{1,16}-[a-z]{1,32}|none)$/),
  policy: record(policyRef),
  /** SHA-256 of the attached document's canonical bytes, else ''. */
  body: text(patterns.hashOrEmpty),
  id: text(patterns.uuid),
  /** The client's own request id. */
  request: text(patterns.idOrEmpty),
  /** Times are epoch milliseconds. */
  created: text(patterns.digits),
  notBefore: text(patterns.digits),
  expires: text(patterns.digits),
  initiator: text(patterns.id),
  /** SHA-256 of the remark's NFC UTF-8, or ''. */
  remarkHash: text(patterns.hashOrEmpty),
};

export type Intent = Checked<typeof fields>;
export type AssetRef = Checked<typeof assetRef>;
export type Output = Checked<typeof output>;
export type PolicyRef = Checked<typeof policyRef>;

/** Does it pay each of its rows, by as many transactions or by one? */
export const paysRows = ({ kind }: Pick<Intent, 'kind'>): boolean =>
  ['rows', 'disperse'].includes(kindRecords[kind].moves);

/** Does an output leave whole, for what is inscribed on it? */
export const isInscription = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'inscription';

/** Is it one transaction with many payees, whom its call binds by their root? */
export const isDisperse = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'disperse';

/** The contract that pays its rows; '' where none does. */
export const dispersedBy = (intent: Pick<Intent, 'kind' | 'call'>): string =>
  isDisperse(intent) ? (intent.call.split(' by ')[1] ?? '') : '';

/** What the call of a payment of these rows by one transaction says. @param contract '' where the chain does it by itself */
export const disperseCallOf = (outputs: readonly Output[], contract: string): string =>
  `rows ${rowsRoot(outputs)}${contract === '' ? '' : ` by ${contract}`}`;

/** Kinds with as many outputs as a batch has rows. */
const largeKinds: readonly string[] = intentKinds.filter((kind) => paysRows({ kind }));
/** Canonical bytes that an intent of a kind has at most. @param kind also one that nobody knows */
export const intentBytesOf = (kind: unknown): number =>
  largeKinds.some((large) => large === kind) ? limits.batchBytes : limits.intentBytes;
const ofBatch: Check<Intent> = record({ ...fields, outputs: list(record(output), 1, limits.batchRows) });
const versions = { '1': asWritten(byType('kind', largeKinds, ofBatch, record(fields))) };
export const noAsset: AssetRef = { symbol: '', contract: '', decimals: '0' };
type Coins = 'wallet' | 'keyGroup' | 'path' | 'chain' | 'asset' | 'from' | 'outputs' | 'maxFee' | 'feeAsset' | 'call';
/** What an intent says of coins that moves none: of a change, a key ceremony, a hand-over of key material. */
export const movesNothing = (): Pick<Intent, Coins | 'conflict'> => ({
  wallet: '',
  keyGroup: '',
  path: '',
  chain: '',
  asset: noAsset,
  from: '',
  outputs: [],
  maxFee: '0',
  feeAsset: noAsset,
  call: '',
  conflict: 'none',
});

function need(holds: boolean, at: string): void {
  if (!holds) throw new PolicyError('inconsistent', at);
}

/** What every transaction of a sub-wallet says. */
function checkSpender(intent: Intent): void {
  need(intent.workspace !== '' && intent.wallet !== '', 'wallet');
  need(intent.keyGroup !== '', 'keyGroup');
  need(intent.path !== '' && intent.from !== '', 'path');
  need(isMessage(intent) || intent.conflict.startsWith(`${intent.chain.split(':')[0]}-`), 'chain');
  need(intent.asset.symbol !== '', 'asset');
  need(intent.feeAsset.symbol !== '' && intent.feeAsset.contract === '', 'feeAsset');
  need(
    intent.outputs.every(({ entry, path }) => entry === '' || path === ''),
    'outputs',
  );
  need((intent.body !== '') === (kindRecords[intent.kind].document !== undefined), 'body');
}

function checkTransfer(intent: Intent): void {
  checkSpender(intent);
  need(intent.call === '', 'call');
  need(intent.outputs.length > 0 && intent.outputs.every((out) => out.amount !== '0'), 'outputs');
}

/** Many payments: its call is the root of exactly these rows, so that no two lists of them stand behind one. */
function checkBatch(intent: Intent): void {
  checkSpender(intent);
  need(
    intent.outputs.every((out) => out.amount !== '0'),
    'outputs',
  );
  need(intent.call === `rows ${rowsRoot(intent.outputs)}`, 'call');
}

/** Many payees of one transaction: its call is the root of exactly these, as a batch's is. */
function checkDisperse(intent: Intent): void {
  checkSpender(intent);
  need(
    intent.outputs.every((out) => out.amount !== '0'),
    'outputs',
  );
  need(intent.call === disperseCallOf(intent.outputs, dispersedBy(intent)), 'call');
}

/** One payment; whether it is of the batch that it names `batch.ts` says. */
function checkRow(intent: Intent): void {
  checkSpender(intent);
  need(rowCall.test(intent.call) && intent.request === '', 'call');
  need(intent.outputs.length === 1 && intent.outputs.every((out) => out.amount !== '0'), 'outputs');
}

/** One output, which says how much, and whose: the paying account's own where nobody else is concerned. */
function checkStake(intent: Intent): void {
  checkSpender(intent);
  const { staking } = kindRecords[intent.kind];
  const [output] = intent.outputs;
  need(output !== undefined && intent.outputs.length === 1 && output.memo === '', 'outputs');
  need(intent.asset.contract === '', 'asset');
  if (!staking || !output) return;
  need(stakeCall.test(intent.call) && (intent.call !== '') === staking.amount, 'call');
  need(staking.lock || !intent.call.includes(' '), 'call');
  need((output.amount !== '0') === staking.amount, 'outputs');
  const isOwn = output.address === intent.from && output.path === intent.path;
  need(staking.receiver ? output.address !== intent.from : isOwn, 'outputs');
}

/** Is its first output the account itself, which is given nothing and told nothing? */
function isOwnAndNothing({ outputs: [output], from, path }: Intent): boolean {
  const isOwn = output?.address === from && output.path === path;
  return isOwn && output.amount === '0' && output.memo === '';
}

/** Nothing is paid: its one output is the paying account itself, in the coin of its fee. */
function checkDrop(intent: Intent): void {
  checkSpender(intent);
  need(intent.call === '', 'call');
  need(isSame(intent.asset, intent.feeAsset), 'asset');
  need(isOwnAndNothing(intent) && intent.outputs.length === 1, 'outputs');
}

/** Its one output is the paying account itself, in the coin of its fee: how much comes back the transaction says. */
function checkChild(intent: Intent): void {
  checkSpender(intent);
  need(childCall.test(intent.call), 'call');
  need(isSame(intent.asset, intent.feeAsset), 'asset');
  need(isOwnAndNothing(intent) && intent.outputs.length === 1, 'outputs');
}

/** Nothing goes along: its one output is the account itself, in the coin of its fee. */
function checkDeploy(intent: Intent): void {
  checkSpender(intent);
  need(deployCall.test(intent.call), 'call');
  need(isSame(intent.asset, intent.feeAsset), 'asset');
  need(isOwnAndNothing(intent) && intent.outputs.length === 1, 'outputs');
}

/** One spender, of one token. Nothing is an amount too: it takes back what was allowed before. */
function checkAllowance(intent: Intent): void {
  checkSpender(intent);
  const [output] = intent.outputs;
  need(intent.call === '', 'call');
  need(intent.asset.contract !== '', 'asset');
  need(output !== undefined && intent.outputs.length === 1, 'outputs');
  need(output?.memo === '' && output.address !== intent.from, 'outputs');
}

/** A contract, with what goes along in the chain's own coin; and whom it gives something, each once. */
function checkCall(intent: Intent): void {
  checkSpender(intent);
  const [first, ...others] = intent.outputs;
  need(contractCall.test(intent.call) && isInOrder(intent), 'call');
  need(isSame(intent.asset, intent.feeAsset), 'asset');
  need(first !== undefined && first.address !== intent.from && first.path === '', 'outputs');
  need(others.every(({ amount }) => amount === '0') && intent.outputs.every(({ memo }) => memo === ''), 'outputs');
  need(new Set(intent.outputs.map(({ address }) => address)).size === intent.outputs.length, 'outputs');
}

/** A message, with whom it concerns: each once, and nobody is paid; the account itself where it concerns nobody else. It costs nothing, and takes nothing of the chain. */
function checkMessage(intent: Intent): void {
  checkSpender(intent);
  const { outputs, from, path } = intent;
  need(messageCall.test(intent.call) && isInOrder(intent), 'call');
  need(isSame(intent.asset, intent.feeAsset), 'asset');
  need(intent.chain !== '' && intent.conflict === 'none', 'conflict');
  need(intent.maxFee === '0', 'maxFee');
  need(outputs.length > 0 && outputs.every(({ amount, memo }) => amount === '0' && memo === ''), 'outputs');
  need(new Set(outputs.map(({ address }) => address)).size === outputs.length, 'outputs');
  need(
    outputs.every((one) => (one.address === from) === (one.path === path)) &&
      (outputs.length === 1 || outputs.every(({ address }) => address !== from)),
    'outputs',
  );
}

/** One payee, of the coins of one output, which are few: how much it has. */
function checkInscription(intent: Intent): void {
  checkSpender(intent);
  const [output] = intent.outputs;
  need(inscriptionCall.test(intent.call), 'call');
  need(isSame(intent.asset, intent.feeAsset), 'asset');
  need(output !== undefined && intent.outputs.length === 1, 'outputs');
  need(output?.amount !== '0' && output?.memo === '', 'outputs');
  need(BigInt(output?.amount ?? 0) <= limits.inscriptionUnits, 'outputs');
}

/** One payee, of one tick. */
function checkTick(intent: Intent): void {
  checkSpender(intent);
  const [output] = intent.outputs;
  need(tickOf(intent.asset) !== undefined, 'asset');
  need(output !== undefined && intent.outputs.length === 1, 'outputs');
  need(output?.amount !== '0' && output?.memo === '', 'outputs');
}
function checkSteps(intent: Intent): void {
  checkTick(intent);
  need(intent.call === '', 'call');
}
/** Whether it is of the payment that it names `batch.ts` says. */
function checkStep(intent: Intent): void {
  checkTick(intent);
  need(stepCall.test(intent.call) && intent.request === '', 'call');
}

const isNoAsset = (asset: AssetRef): boolean => asset.symbol === '' && asset.contract === '' && asset.decimals === '0';

/** Changes of policy or address book, key ceremonies and requests for key material move nothing: every field about money is empty, and the body names the attached document. */
function checkDocumentIntent(intent: Intent): void {
  for (const field of ['wallet', 'keyGroup', 'path', 'chain', 'from'] as const) need(intent[field] === '', field);
  need(intent.conflict === 'none', 'conflict');
  need(isNoAsset(intent.asset), 'asset');
  need(isNoAsset(intent.feeAsset), 'feeAsset');
  need(intent.maxFee === '0', 'maxFee');
  need(intent.outputs.length === 0, 'outputs');
  need(intent.body !== '', 'body');
}

const checks = {
  outputs: checkTransfer,
  rows: checkBatch,
  row: checkRow,
  disperse: checkDisperse,
  stake: checkStake,
  place: checkDrop,
  allowance: checkAllowance,
  call: checkCall,
  child: checkChild,
  message: checkMessage,
  deploy: checkDeploy,
  inscription: checkInscription,
  steps: checkSteps,
  step: checkStep,
  nothing: checkDocumentIntent,
};

/** Relations between fields that no single pattern can state. */
function checkWhole(intent: Intent): Intent {
  checks[kindRecords[intent.kind].moves](intent);
  const [created, from, until] = [BigInt(intent.created), BigInt(intent.notBefore), BigInt(intent.expires)];
  need(created < until && from < until && until - created <= limits.validityMs, 'expires');
  return intent;
}

/** @throws PolicyError for anything that is not exactly an intent */
export const checkIntent = (value: unknown): Intent => checkWhole(readVersion(versions, value));

/** Reads an intent from its canonical text. @throws PolicyError */
export function parseIntent(source: string): Intent {
  const value = parseCanonical(source, limits.batchBytes);
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  if (utf8ToBytes(source).length > intentBytesOf(kind)) throw new PolicyError('tooLarge');
  return checkIntent(value);
}

export const intentText = (intent: Intent): string => canonicalText(writeVersion(versions, intent));

const digestOfText = (text: string): Uint8Array => domainDigestOf('holdfast/intent/v1', text);

/** 32 bytes: SHA-256("holdfast/intent/v1" ‖ 0 ‖ RFC 8785 bytes). What people compare, and what every approval is over. */
export const intentDigest = (intent: Intent): Uint8Array => digestOfText(intentText(intent));

export const intentDigestHex = (intent: Intent): string => bytesToHex(intentDigest(intent));

/** An intent's canonical text, and its digest as hex. */
export function writeIntent(intent: Intent): { text: string; digest: string } {
  const text = intentText(intent);
  return { text, digest: bytesToHex(digestOfText(text)) };
}

/** Is a transaction made of it, by which coins leave or become something else? */
export const movesCoins = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves !== 'nothing';

const toPayees: readonly KindRecord['moves'][] = ['outputs', 'rows', 'row', 'steps', 'step', 'inscription', 'disperse'];
/** Are those whom its outputs name paid by it? Whom stake, an allowance, a call or a message names is not. */
export const paysOutputs = ({ kind }: Pick<Intent, 'kind'>): boolean => toPayees.includes(kindRecords[kind].moves);

/** Does it concern stake, and pay nobody? */
export const movesStake = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'stake';

/** Does it only take the place of a payment, so that this is never made? */
export const isDrop = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'place';

/** Does it spend an output of a transaction under way to its own account, to pay for that one? */
export const isChild = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'child';

/** Does it say how much somebody may take, and pay nobody yet? */
export const givesAllowance = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'allowance';

/** Does it call a method of a contract? */
export const isCall = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'call';

/** Is a message signed, and no transaction made? */
export const isMessage = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'message';

/** Is a contract put on the chain by it? */
export const isDeploy = ({ kind }: Pick<Intent, 'kind'>): boolean => kindRecords[kind].moves === 'deploy';

type Asked = Pick<Intent, 'kind' | 'request'>;
export const liftsFreeze = ({ kind, request }: Asked): boolean => kindRecords[kind].liftsFreeze === request;
export const makesKeyWhole = ({ kind, request }: Asked): boolean => kindRecords[kind].makesKeyWhole === request;
