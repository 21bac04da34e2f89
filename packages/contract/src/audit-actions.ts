/**
 * Everything the audit log can tell of: the only list of action names. An endpoint names its own in `audit`; those in `systemActions` are
 * recorded where no endpoint is called.
 */
export const endpointActions = [
  'setup.owner',
  'setup.totp',
  'setup.workspace',
  'session.login',
  'session.logout',
  'session.stepUp',
  'session.revokeAll',
  'session.acknowledge',
  'wallet.createSubWallet',
  'wallet.updateAlias',
  'deposit.createAddress',
  'deposit.updateLabel',
  'deposit.addRemark',
  'withdraw.create',
  'withdraw.cancel',
  'withdraw.audit',
  'chain.rescan',
  'chain.unfreeze',
  'signing.freeze',
  'signing.unfreeze',
  'strategy.basicSave',
  'strategy.basicDelete',
  'strategy.higherSave',
  'strategy.higherDelete',
  'strategy.higherSort',
  'strategy.workspaceSave',
  'strategy.workspaceDelete',
  'strategy.save',
  'strategy.importRules',
  'strategy.caseSave',
  'strategy.caseDelete',
  'strategy.cancel',
  'strategy.audit',
  'team.invite',
  'team.cancelInvite',
  'team.join',
  'team.joinConfirm',
  'team.saveRole',
  'team.remove',
  'team.grantKey',
  'team.addCredential',
  'team.removeCredential',
  'program.save',
  'program.saveStatus',
  'program.acknowledge',
  'addressBook.add',
  'addressBook.edit',
  'addressBook.remove',
  'addressBook.ownerSave',
  'addressBook.auditPass',
  'addressBook.auditRefuse',
  'addressBook.auditRevoke',
  'addressBook.whiteModify',
  'addressBook.whiteEnable',
  'addressBook.whiteDisable',
  'keyMaterial.apply',
  'keyMaterial.take',
  'keyMaterial.acknowledge',
  'personalBook.add',
  'personalBook.edit',
  'personalBook.remove',
  'todo.acceptKey',
  'audit.export',
] as const;

export const systemActions = [
  /** A member's signed decision came in from a signer. */
  'decision.received',
  /** A proposal of other rules or another address book ended: every signer has taken it over, */
  'proposal.passed',
  /** somebody refused it, */
  'proposal.refused',
  /** nobody decided in time, */
  'proposal.expired',
  /** or it makes no sense any more under what came into force first. */
  'proposal.superseded',
  /** Other rules, or another book, came into force: it is asked for again under these. */
  'proposal.askedAgain',
  /** One signer has taken a change over, and another not yet: it is repeated until it has. */
  'signers.differ',
  'order.askedAgain',
  /** An order ended without anybody's doing. */
  'order.expired',
  /** A signer refused an order for good. */
  'order.refused',
  /** The signers agree on a policy version, the first one or a next. */
  'policy.changed',
  /** The key ceremony is done: the signers agree on a key group. */
  'key.created',
  /** A signer tells that key material waits to leave, was refused after its approval, or has left. */
  'keyMaterial.granted',
  'keyMaterial.refused',
  'keyMaterial.left',
  /** The signers stopped signing, or sign again. */
  'signing.frozen',
  'signing.unfrozen',
  /** Many calls in a program's name had signatures that do not hold, within a short time; told once in that time. */
  'program.badSignatures',
  /** Its maker is no member any more: the server stopped listening to it. */
  'program.makerRemoved',
  /** The books and a chain differ: transfers of an asset are stopped. */
  'asset.frozen',
  /** Something was put into the outbox that can be no entry; its hash is kept. */
  'log.unreadable',
  /** A signer will not witness the log: it has seen another one. */
  'log.forked',
] as const;

export type EndpointAction = (typeof endpointActions)[number];
export type AuditAction = EndpointAction | (typeof systemActions)[number];
