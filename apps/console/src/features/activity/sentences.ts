import type { AuditAction } from '@holdfast/contract';
import { formatAmount, shortenHash } from '@holdfast/money';
import i18next, { type ParseKeys, type TFunction } from 'i18next';
import { changeText, type Say } from '../../lib/change-text.ts';
import { signerText } from '../../lib/signer-name.ts';
import { stakeSentence } from '../../lib/stake-text.ts';
import type { Entry } from './view.ts';

/** With all that a sentence may say. */
export type Translate = TFunction<['translation', 'tools']>;
type Key = Extract<ParseKeys<['translation', 'tools']>, `tools:activity.say.${string}`>;
/** What is said of an action after the name of who did it, or as a sentence of its own where nobody did; some depend on what it is about. */
type Sentence = Key | ((entry: Entry) => Key);
/** Actions with a sentence of their own name, as those of newer areas: `activity.say.` and the action, in the texts beside the area. */
type Named = { [A in AuditAction]: `tools:activity.say.${A}` extends Key ? A : never }[AuditAction];

const proposed: Key = 'tools:activity.say.proposed';
const tookBack: Key = 'tools:activity.say.tookBack';
const askedFor: Key = 'tools:activity.say.askedFor';
const kept: Key = 'tools:activity.say.ownPayees';
const settings: Key = 'tools:activity.say.ownNotices';

const send: Sentence = ({ about: { payment } }) =>
  payment && payment.stake === null ? 'tools:activity.say.send' : askedFor;
/** What comes with a wallet is told by itself. */
const made =
  (own: Key): Sentence =>
  ({ about: { object } }) =>
    object === 'address'
      ? 'tools:activity.say.madeAddress'
      : object === 'wallet'
        ? 'tools:activity.say.madeWallet'
        : own;
const decisions: ReadonlyMap<string | undefined, Key> = new Map([
  ['approve', 'tools:activity.say.approved'],
  ['refuse', 'tools:activity.say.refused'],
  ['initiate', 'tools:activity.say.signed'],
]);

/** Every action of the audit log in words, but for those with a sentence of their own name. */
export const sentences: Readonly<Record<Exclude<AuditAction, Named>, Sentence>> = {
  'withdraw.create': send,
  'withdraw.cancel': tookBack,
  'withdraw.speedUp': 'tools:activity.say.spedUp',
  'withdraw.drop': 'tools:activity.say.dropped',
  'withdraw.refund': 'tools:activity.say.givesBack',
  'batch.submit': send,
  'batch.init': 'tools:activity.say.looked',
  'batch.discard': 'tools:activity.say.looked',
  'withdraw.audit': 'tools:activity.say.looked',
  'strategy.audit': 'tools:activity.say.looked',
  'addressBook.auditPass': 'tools:activity.say.looked',
  'addressBook.auditRefuse': 'tools:activity.say.looked',
  'todo.acceptKey': 'tools:activity.say.looked',
  'web3.create': askedFor,
  'trade.create': askedFor,
  'trade.approve': askedFor,
  'batch.approve': askedFor,
  'web3.cancel': tookBack,
  'stake.stake': askedFor,
  'stake.unstake': askedFor,
  'stake.withdrawUnfrozen': askedFor,
  'stake.delegate': askedFor,
  'stake.reclaim': askedFor,
  'transaction.saveNote': 'tools:activity.say.noted',
  'withdraw.child': 'tools:activity.say.child',
  'order.askedAgain': 'tools:activity.say.askedAgain',
  'order.priceRose': 'tools:activity.say.priceRose',
  'order.moreCounted': 'tools:activity.say.moreCounted',
  'order.expired': 'tools:activity.say.expired',
  'order.refused': 'tools:activity.say.ended',
  'decision.received': ({ detail }) => decisions.get(detail.decision) ?? 'tools:activity.say.decided',

  'deposit.addRemark': 'tools:activity.say.remarked',
  'deposit.createAddress': 'tools:activity.say.madeAddresses',
  'deposit.createMemo': 'tools:activity.say.madeMemo',
  'deposit.updateLabel': 'tools:activity.say.labelled',

  'proposal.passed': 'tools:activity.say.inForce',
  'proposal.refused': 'tools:activity.say.ended',
  'proposal.expired': 'tools:activity.say.expired',
  'proposal.superseded': 'tools:activity.say.overtaken',
  'proposal.askedAgain': 'tools:activity.say.askedAgain',
  'policy.changed': 'tools:activity.say.rulesChanged',
  'strategy.basicSave': proposed,
  'strategy.basicDelete': proposed,
  'strategy.higherSave': proposed,
  'strategy.higherDelete': proposed,
  'strategy.higherSort': proposed,
  'strategy.importRules': proposed,
  'strategy.save': proposed,
  'strategy.signProtect': proposed,
  'strategy.workspaceSave': proposed,
  'strategy.workspaceDelete': proposed,
  'strategy.cancel': tookBack,
  'strategy.caseSave': 'tools:activity.say.keptCase',
  'strategy.caseDelete': 'tools:activity.say.removedCase',

  'addressBook.add': proposed,
  'addressBook.edit': proposed,
  'addressBook.remove': proposed,
  'addressBook.ownerSave': 'tools:activity.say.beneficiary',
  'addressBook.auditRevoke': tookBack,
  'addressBook.whiteEnable': proposed,
  'addressBook.whiteDisable': proposed,
  'addressBook.whiteModify': proposed,
  'personalBook.add': kept,
  'personalBook.edit': kept,
  'personalBook.remove': kept,

  'team.invite': 'tools:activity.say.invited',
  'team.cancelInvite': 'tools:activity.say.withdrewInvite',
  'team.join': 'tools:activity.say.joining',
  'team.joinConfirm': 'tools:activity.say.joined',
  'team.saveRole': proposed,
  'team.remove': ({ about }) => (about.object === 'member' ? 'tools:activity.say.removes' : proposed),
  'team.addCredential': proposed,
  'team.removeCredential': proposed,
  'team.grantKey': proposed,

  'wallet.createSubWallet': made('tools:activity.say.madeWallet'),
  'wallet.updateAlias': 'tools:activity.say.renamed',
  'wallet.setTop': 'tools:activity.say.pinned',
  'wallet.setShown': 'tools:activity.say.hid',
  'wallet.archive': 'tools:activity.say.archived',
  'token.add': 'tools:activity.say.addedToken',
  'token.apply': 'tools:activity.say.appliedToken',
  'utxo.freeze': 'tools:activity.say.outputFrozen',
  'utxo.release': 'tools:activity.say.outputReleased',
  'utxo.label': 'tools:activity.say.outputNamed',
  'utxo.consolidation': 'tools:activity.say.consolidation',
  'utxo.unconfirmed': 'tools:activity.say.unconfirmed',
  'withdraw.setBumpRule': 'tools:activity.say.bumpRule',
  'wallet.setOpenCoin': made('tools:activity.say.openedCoin'),

  'program.save': 'tools:activity.say.apiKey',
  'program.saveStatus': 'tools:activity.say.apiKeySwitched',
  'program.acknowledge': 'tools:activity.say.apiKeySeen',
  'program.badSignatures': 'tools:activity.say.badSignatures',
  'program.makerRemoved': 'tools:activity.say.makerRemoved',
  'webHook.save': 'tools:activity.say.webHook',
  'webHook.saveStatus': 'tools:activity.say.webHookSwitched',
  'webHook.rotate': 'tools:activity.say.webHookSecrets',
  'webHook.remove': 'tools:activity.say.webHookRemoved',
  'webHook.reNotify': 'tools:activity.say.webHookAgain',
  'webHook.test': 'tools:activity.say.webHookTest',

  'signing.freeze': 'tools:activity.say.freeze',
  'signing.unfreeze': proposed,
  'signing.frozen': 'tools:activity.say.frozen',
  'signing.unfrozen': 'tools:activity.say.unfrozen',
  'signers.differ': 'tools:activity.say.differ',
  'keyMaterial.apply': askedFor,
  'keyMaterial.granted': 'tools:activity.say.keyWaits',
  'keyMaterial.refused': 'tools:activity.say.ended',
  'keyMaterial.left': 'tools:activity.say.keyLeft',
  'keyMaterial.acknowledge': 'tools:activity.say.keySeen',
  'keyMaterial.take': 'tools:activity.say.keyTaken',
  'key.created': 'tools:activity.say.keysMade',
  'health.note': ({ about }) =>
    about.object === 'upkeep' && isUpkeep(about.id)
      ? `tools:activity.say.upkeep.${about.id}`
      : 'tools:activity.say.upkeep.other',
  'asset.frozen': 'tools:activity.say.coinStopped',
  'allowance.taken': 'tools:activity.say.taken',
  'nft.received': 'tools:activity.say.nftCame',
  'chain.unfreeze': 'tools:activity.say.coinFreed',
  'chain.blockAside': 'tools:activity.say.blockAside',
  'chain.rescan': 'tools:activity.say.rescan',
  'log.forked': 'tools:activity.say.logForked',
  'log.unreadable': 'tools:activity.say.logUnreadable',
  'audit.export': 'tools:activity.say.logTaken',
  'fileExport.start': 'tools:activity.say.exported',
  'fileExport.run': 'tools:activity.say.exported',

  'account.changePassword': 'tools:activity.say.password',
  'account.beginAuthenticator': 'tools:activity.say.authenticator',
  'account.changeAuthenticator': 'tools:activity.say.newAuthenticator',
  'account.endSession': 'tools:activity.say.endedSession',
  'account.endOthers': 'tools:activity.say.endedOthers',
  'account.askReset': ({ detail }) =>
    detail.what === 'password' ? 'tools:activity.say.resetPassword' : 'tools:activity.say.resetAuthenticator',
  'account.stopReset': 'tools:activity.say.resetStopped',
  'account.resetPassword': 'tools:activity.say.passwordReset',
  'account.resetBegin': 'tools:activity.say.authenticator',
  'account.resetAuthenticator': 'tools:activity.say.authenticatorReset',
  'session.login': 'tools:activity.say.login',
  'session.logout': 'tools:activity.say.logout',
  'session.revokeAll': 'tools:activity.say.revokedAll',
  'session.stepUp': 'tools:activity.say.code',
  'session.acknowledge': 'tools:activity.say.loginSeen',
  'setup.owner': 'tools:activity.say.account',
  'setup.totp': 'tools:activity.say.authenticator',
  'setup.workspace': made('tools:activity.say.workspace'),
  'notice.saveChannel': settings,
  'notice.removeChannel': settings,
  'notice.channelGone': 'tools:activity.say.channelGone',
};

const upkeeps = ['database', 'signers', 'kit', 'restore', 'recovery', 'freeze'] as const;
const isUpkeep = (id: string): id is (typeof upkeeps)[number] => upkeeps.some((one) => one === id);

const isKnown = (action: string): action is keyof typeof sentences => Object.hasOwn(sentences, action);
export const named = (action: string): Key => `tools:activity.say.${action}` as Key;
/** Those that have one in the present language: the sentences that others share have no dot in their names. */
export const namedActions = (): string[] =>
  Object.keys(i18next.getResourceBundle(i18next.language, 'tools') ?? {}).flatMap(
    (key) => /^activity\.say\.(\w+\.\w+)$/.exec(key)?.[1] ?? [],
  );

/** How many of which collection, under its maker's own name for it. */
function nftText(t: Translate, { count, collection, token_id }: NonNullable<Payment['nft']>): string {
  const which = [collection === '' ? '' : `“${collection}”`, token_id === '' ? '' : `#${token_id}`];
  const name = which.filter((part) => part !== '').join(' ');
  return name === ''
    ? t('tools:activity.nfts', { count: Number(count) })
    : t('tools:activity.nftsOf', { count: Number(count), name });
}
type Payment = NonNullable<Entry['about']['payment']>;

/** What a payment moves, from where and to whom. */
function paymentText(t: Translate, payment: Payment, deposit: boolean): string {
  const { symbol, sub_wallet_name: wallet, label, address, payees, batch_name: name, stake, nft } = payment;
  const amount = nft ? nftText(t, nft) : `${formatAmount(payment.amount)} ${symbol}`;
  if (deposit) return t('tools:activity.about.deposit', { amount, wallet });
  if (nft) return t('tools:activity.about.nfts', { nfts: amount, wallet });
  if (stake) {
    const what = stakeSentence(t as unknown as TFunction, { stake, amount, address_to: address });
    return t('tools:activity.about.stake', { what, wallet });
  }
  const many =
    name === ''
      ? t('tools:activity.about.payees', { count: payees })
      : t('tools:activity.about.batch', { name, count: payees });
  const payee = payees > 1 ? many : label || shortenHash(address);
  return t('tools:activity.about.payment', { amount, wallet, payee });
}

/** What an entry is about, in words; '' where nothing is known of it. */
function aboutText(t: Translate, { object, id, name, payment, change }: Entry['about']): string {
  if (payment) return paymentText(t, payment, object === 'deposit' || object === 'nft');
  if (object === 'proposal') {
    const text = change && changeText(t as unknown as Say, change.subject);
    return text ? t('tools:activity.about.change', { text }) : t('tools:activity.about.someChange', { id });
  }
  if (object === 'order') return t('tools:activity.about.somePayment', { id });
  if (object === 'deposit') return t('tools:activity.about.someDeposit', { id });
  if (object === 'nft') return '';
  if (object === 'signer') return signerText(name) || id;
  return name || (object === 'other' ? '' : id);
}

/** The sentence that an entry is told by. */
export const keyOf = (sentence: Sentence, entry: Entry): Key =>
  typeof sentence === 'function' ? sentence(entry) : sentence;

/** An entry in words, without who did it. */
export function sentenceOf(t: Translate, entry: Entry): string {
  const { action, about, detail } = entry;
  const key = isKnown(action) ? keyOf(sentences[action], entry) : named(action);
  if (!i18next.exists(key)) return action;
  const { name = '', reason = '', chain = '', remark = '' } = detail;
  const said = t(key, { what: aboutText(t, about), name, chain });
  const why = reason || remark;
  return why === '' ? said : t('tools:activity.why', { said, why });
}
