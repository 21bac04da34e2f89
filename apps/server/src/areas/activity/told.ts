import type { Told, ToldActions } from '../define.ts';

const payment: Told = { kind: 'payment', to: 'transaction.read' };
const deposit: Told = { kind: 'deposit', to: 'deposit.read' };
const rule: Told = { kind: 'rule', to: 'strategy.read' };
const payee: Told = { kind: 'payee', to: 'addressBook.read' };
const ownPayee: Told = { kind: 'payee', to: 'self' };
const team: Told = { kind: 'team', to: 'team.read' };
const wallet: Told = { kind: 'wallet', to: 'wallet.read' };
const apiKey: Told = { kind: 'apiKey', to: 'apiClient.read' };
const webHook: Told = { kind: 'apiKey', to: 'webHook.read' };
const safety: Told = { kind: 'safety', to: 'keyMaterial.read' };
const watch: Told = { kind: 'safety', to: 'audit.read' };
const login: Told = { kind: 'login', to: 'audit.read' };
const ownLogin: Told = { kind: 'login', to: 'self' };

/** What nobody calls, and the actions of areas whose manifest does not say it. Each action of the log is told by one of them (`told.test.ts`). */
export const toldOf: ToldActions = {
  'withdraw.create': payment,
  'withdraw.cancel': payment,
  'withdraw.speedUp': payment,
  'withdraw.drop': payment,
  'withdraw.child': payment,
  'withdraw.refund': payment,
  'batch.submit': payment,
  'batch.approve': payment,
  // A draft is its writer's alone.
  'batch.init': null,
  'batch.discard': null,
  // That somebody looked. What they decided comes from the signers.
  'withdraw.audit': null,
  'strategy.audit': null,
  'addressBook.auditPass': null,
  'addressBook.auditRefuse': null,
  'todo.acceptKey': null,
  'web3.create': payment,
  'web3.cancel': payment,
  'stake.stake': payment,
  'stake.unstake': payment,
  'stake.withdrawUnfrozen': payment,
  'stake.delegate': payment,
  'stake.reclaim': payment,
  'transaction.saveNote': payment,
  'order.askedAgain': payment,
  'order.priceRose': payment,
  'order.moreCounted': payment,
  'order.expired': payment,
  'order.refused': payment,
  // Of payments and of changes alike; the object says of which.
  'decision.received': payment,

  'deposit.addRemark': deposit,
  'deposit.createAddress': deposit,
  'deposit.createMemo': deposit,
  'deposit.updateLabel': deposit,

  // Of rules where nothing more is known: of which kind a change is, it says itself (`rules.ts`).
  'proposal.passed': rule,
  'proposal.refused': rule,
  'proposal.expired': rule,
  'proposal.superseded': rule,
  'proposal.askedAgain': rule,
  'policy.changed': rule,
  'strategy.basicSave': rule,
  'strategy.basicDelete': rule,
  'strategy.higherSave': rule,
  'strategy.higherDelete': rule,
  'strategy.higherSort': rule,
  'strategy.importRules': rule,
  'strategy.save': rule,
  'strategy.signProtect': rule,
  'strategy.workspaceSave': rule,
  'strategy.workspaceDelete': rule,
  'strategy.cancel': rule,
  'strategy.caseSave': rule,
  'strategy.caseDelete': rule,

  'addressBook.add': payee,
  'addressBook.edit': payee,
  'addressBook.remove': payee,
  'addressBook.ownerSave': payee,
  'addressBook.auditRevoke': payee,
  'addressBook.whiteEnable': payee,
  'addressBook.whiteDisable': payee,
  'addressBook.whiteModify': payee,
  'personalBook.add': ownPayee,
  'personalBook.edit': ownPayee,
  'personalBook.remove': ownPayee,

  'team.invite': team,
  'team.cancelInvite': team,
  'team.join': team,
  'team.joinConfirm': team,
  'team.saveRole': team,
  'team.remove': team,
  'team.addCredential': team,
  'team.removeCredential': team,
  'team.grantKey': team,

  'wallet.createSubWallet': wallet,
  'wallet.updateAlias': wallet,
  'wallet.setTop': wallet,
  'wallet.setShown': wallet,
  'wallet.archive': wallet,
  'wallet.setOpenCoin': wallet,
  'token.add': wallet,
  'token.apply': wallet,
  'utxo.freeze': wallet,
  'utxo.release': wallet,
  'utxo.label': wallet,
  'utxo.consolidation': wallet,
  'utxo.unconfirmed': wallet,
  'withdraw.setBumpRule': wallet,

  'program.save': apiKey,
  'program.saveStatus': apiKey,
  'program.acknowledge': apiKey,
  'program.badSignatures': apiKey,
  'program.makerRemoved': apiKey,

  'webHook.save': webHook,
  'webHook.saveStatus': webHook,
  'webHook.rotate': webHook,
  'webHook.remove': webHook,
  'webHook.reNotify': webHook,
  // It says nothing but that it is one.
  'webHook.test': null,

  'signing.freeze': safety,
  'signing.unfreeze': safety,
  'signing.frozen': safety,
  'signing.unfrozen': safety,
  'signers.differ': safety,
  'keyMaterial.apply': safety,
  'keyMaterial.granted': safety,
  'keyMaterial.refused': safety,
  'keyMaterial.left': safety,
  'keyMaterial.acknowledge': safety,
  'keyMaterial.take': safety,
  'key.created': safety,
  'health.note': safety,
  'asset.frozen': safety,
  'allowance.taken': payment,
  'chain.unfreeze': safety,
  'chain.blockAside': watch,
  'chain.rescan': watch,
  'log.forked': watch,
  'log.unreadable': watch,
  'audit.export': watch,
  'fileExport.start': watch,
  // The download itself: of what was asked for, and told above.
  'fileExport.run': null,

  'account.changePassword': login,
  'account.changeAuthenticator': login,
  'account.endSession': ownLogin,
  'account.endOthers': ownLogin,
  // It changes nothing yet; what comes of it is told.
  'account.beginAuthenticator': null,
  'account.resetBegin': null,
  'account.askReset': team,
  'account.stopReset': team,
  'account.resetPassword': team,
  'account.resetAuthenticator': team,
  'session.login': login,
  'session.revokeAll': login,
  'setup.owner': login,
  'setup.totp': login,
  'setup.workspace': wallet,
  'session.logout': ownLogin,
  'session.stepUp': null,
  'session.acknowledge': ownLogin,
  'notice.saveChannel': ownLogin,
  'notice.removeChannel': ownLogin,
  // The member has a notice of it.
  'notice.channelGone': login,
};
