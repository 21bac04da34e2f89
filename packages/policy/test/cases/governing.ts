import {
  type BookChange,
  type BookEntry,
  entryHash,
  type Intent,
  type Member,
  type PolicyDocument,
  policyHash,
} from '../../src/index.ts';
import { device, documentIntent, hashOf, member, node, solo, strategy } from '../fixtures.ts';
import { asked, type Case, crew, rule, under, type Vote } from './crew.ts';

/** Who decides about the rules themselves, the address book, keys and programs. */

export const change = (current: PolicyDocument, edit: Partial<PolicyDocument>): PolicyDocument => ({
  ...current,
  ...edit,
  version: '2',
  prev: policyHash(current),
});
const document = (kind: 'policy' | 'book'): Partial<Intent> =>
  documentIntent(kind, hashOf('body'), { initiator: 'ann' });
const askedByAnn: readonly Vote[] = [['ann', 'initiate']];
export const guarded = under({
  workspace: [
    { op: 'members', signProtection: 'on', nodes: [{ ...node('Both', 2, 'bob', 'dee'), kind: 'sign' }] },
    { op: 'addressBook', signProtection: 'on', nodes: [{ ...node('Bob', 1, 'bob'), kind: 'sign' }] },
  ],
});
export const gus: Member = { ...member('gus', 'viewer'), keyHolder: 'no' };
export const entry: BookEntry = { chains: ['evm:31337'], address: '0xl', memo: '', assets: [], label: 'Listed' };
export const listing = (add: BookEntry[], remove: string[] = []): BookChange => ({
  v: '1',
  domain: 'holdfast/book/v1',
  deployment: crew.deployment,
  prev: '',
  add,
  remove,
});
const further = (one: Member): Member => ({
  ...one,
  credentials: [...one.credentials, device('further').credential],
});
export const withKey = (id: string): Member[] => crew.members.map((one) => (one.id === id ? further(one) : one));
export const bot: Member = { ...member('bot', 'api', device('bot')), keyHolder: 'no' };
/** Members by Dee, programs by Bob. */
const overPrograms = under({
  workspace: [
    { op: 'members', signProtection: 'on', nodes: [{ ...node('Dee', 1, 'dee'), kind: 'sign' }] },
    { op: 'api', signProtection: 'on', nodes: [{ ...node('Bob', 1, 'bob'), kind: 'sign' }] },
  ],
});
const switched = (status: Member['status']): Member[] =>
  crew.members.map((one) => (one.id === 'eve' ? { ...one, status } : one));
export const switchedOff = { members: switched('removed') };
export const governing: Record<string, Case> = {
  'a member added, by the rule about members': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { members: [...guarded.members, gus] }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a member added, approved by both': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { members: [...guarded.members, gus] }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'a rule that passes added, by the default': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { senior: [rule('pass')] }),
    votes: [...askedByAnn, ['dee', 'approve']],
    is: ['satisfied', 'workspace strategies'],
  },
  'two things at once need both flows': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { senior: [rule('pass')], members: [...guarded.members, gus] }),
    votes: [...askedByAnn, ['dee', 'approve']],
    is: ['waiting', 'workspace members,strategies'],
  },
  'without its document every flow': {
    policy: guarded,
    intent: document('policy'),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['satisfied', 'workspace members,strategies,addressBook,keys,api'],
  },
  'a rule that refuses added is instant': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { senior: [rule('refuse')] }),
    votes: askedByAnn,
    is: ['satisfied', 'tightening strategies'],
  },
  'nothing is instant while signing is frozen': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { senior: [rule('refuse')] }),
    votes: askedByAnn,
    facts: { frozen: true },
    is: ['waiting', 'workspace strategies'],
  },
  'an entry taken out is not instant while signing is frozen': {
    policy: guarded,
    intent: { ...document('book'), initiator: 'cem' },
    book: listing([], [entryHash(entry)]),
    votes: asked,
    facts: { frozen: true },
    is: ['waiting', 'workspace addressBook'],
  },
  'a program added, by the rule about programs': {
    policy: overPrograms,
    intent: document('policy'),
    next: change(overPrograms, { members: [...overPrograms.members, bot] }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['satisfied', 'workspace api'],
  },
  'a program added, approved by those who decide about members': {
    policy: overPrograms,
    intent: document('policy'),
    next: change(overPrograms, { members: [...overPrograms.members, bot] }),
    votes: [...askedByAnn, ['dee', 'approve']],
    is: ['waiting', 'workspace api'],
  },
  'a program added where no rule is about programs: by the default': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { members: [...guarded.members, bot] }),
    votes: [...askedByAnn, ['dee', 'approve']],
    is: ['satisfied', 'workspace api'],
  },
  'a program and a member changed at once need both flows': {
    policy: overPrograms,
    intent: document('policy'),
    next: change(overPrograms, { members: [...overPrograms.members, bot, gus] }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members,api'],
  },
  'a program and a member changed at once, by both flows': {
    policy: overPrograms,
    intent: document('policy'),
    next: change(overPrograms, { members: [...overPrograms.members, bot, gus] }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['satisfied', 'workspace members,api'],
  },
  'a program added by itself': {
    policy: crew,
    intent: { ...document('policy'), initiator: 'eve' },
    next: change(crew, { members: [...crew.members, bot] }),
    votes: [
      ['eve', 'initiate'],
      ['bob', 'approve'],
    ],
    is: ['unsatisfiable', 'workspace api', 'initiatorNotAllowed'],
  },
  'a program switched off by one, at once': {
    policy: overPrograms,
    intent: document('policy'),
    next: change(overPrograms, switchedOff),
    votes: askedByAnn,
    is: ['satisfied', 'tightening api'],
  },
  'a program switched on again is not instant': {
    policy: { ...overPrograms, ...switchedOff },
    intent: document('policy'),
    next: change({ ...overPrograms, ...switchedOff }, { members: overPrograms.members }),
    votes: askedByAnn,
    is: ['waiting', 'workspace api'],
  },
  'a program switched on again, approved': {
    policy: { ...overPrograms, ...switchedOff },
    intent: document('policy'),
    next: change({ ...overPrograms, ...switchedOff }, { members: overPrograms.members }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['satisfied', 'workspace api'],
  },
  'one asks for themselves to be needed': {
    policy: crew,
    intent: { ...document('policy'), initiator: 'bob' },
    next: change(crew, {
      strategies: [strategy('*', 'on', node('Me', 1, 'bob'), node('Anybody', 1, 'ann', 'bob', 'dee'))],
    }),
    votes: [['bob', 'initiate']],
    is: ['waiting', 'workspace strategies'],
  },
  'one asks for somebody who could object to be taken out': {
    policy: crew,
    intent: { ...document('policy'), initiator: 'bob' },
    next: change(crew, {
      members: crew.members.map((one) => (one.id === 'cem' ? { ...one, status: 'removed', credentials: [] } : one)),
    }),
    votes: [['bob', 'initiate']],
    is: ['waiting', 'workspace members'],
  },
  'nothing is not tightening': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, {}),
    votes: askedByAnn,
    is: ['waiting', 'workspace keys'],
  },
  'lifting a freeze is never instant': {
    policy: guarded,
    intent: { ...document('policy'), request: 'unfreeze' },
    next: change(guarded, { senior: [rule('refuse')] }),
    votes: askedByAnn,
    is: ['waiting', 'workspace strategies,keys'],
  },
  'a key granted, not accepted': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: crew.members.map((one) => ({ ...one, keyHolder: 'yes' })) }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace api'],
  },
  'a key granted and accepted': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: crew.members.map((one) => ({ ...one, keyHolder: 'yes' })) }),
    votes: [...askedByAnn, ['bob', 'approve'], ['eve', 'approve']],
    is: ['satisfied', 'workspace api'],
  },
  'a key granted and declined': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: crew.members.map((one) => ({ ...one, keyHolder: 'yes' })) }),
    votes: [...askedByAnn, ['bob', 'approve'], ['eve', 'refuse']],
    is: ['refused', 'workspace api'],
  },
  'a further credential, not accepted by its holder': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('dee') }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a further credential, accepted by its holder': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('dee') }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'a further credential, declined by its holder': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('dee') }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'refuse']],
    is: ['refused', 'workspace members'],
  },
  'a further credential for oneself: asked for, and accepted too': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('ann') }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a further credential for oneself, accepted too': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('ann') }),
    votes: [...askedByAnn, ['bob', 'approve'], ['ann', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'a further credential of a program too': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('eve') }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace api'],
  },
  'a credential that says something else is another one': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, {
      members: crew.members.map((one) =>
        one.id === 'cem'
          ? {
              ...one,
              credentials: one.credentials.map((key) =>
                key.type === 'passkey' ? { ...key, origins: [...key.origins, 'http://localhost:8703'] } : key,
              ),
            }
          : one,
      ),
    }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a key of equal rights and a further credential at once: both accept': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('dee').map((one) => ({ ...one, keyHolder: 'yes' })) }),
    votes: [...askedByAnn, ['bob', 'approve'], ['eve', 'approve']],
    is: ['waiting', 'workspace members,api'],
  },
  'one alone adds a credential with one signature': {
    policy: solo,
    intent: document('policy'),
    next: change(solo, { members: solo.members.map(further) }),
    votes: [['ann', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'an entry added': {
    policy: guarded,
    intent: document('book'),
    book: listing([entry]),
    votes: askedByAnn,
    is: ['waiting', 'workspace addressBook'],
  },
  'an entry added by an operator': {
    policy: guarded,
    intent: { ...document('book'), initiator: 'cem' },
    book: listing([entry]),
    votes: [...asked, ['bob', 'approve']],
    is: ['satisfied', 'workspace addressBook'],
  },
  'an entry taken out is instant': {
    policy: guarded,
    intent: { ...document('book'), initiator: 'cem' },
    book: listing([], [entryHash(entry)]),
    votes: asked,
    is: ['satisfied', 'tightening addressBook'],
  },
  'an entry taken out that a rule asks more for is not instant': {
    policy: { ...guarded, senior: [rule('flow', { destinations: { mode: 'known', entries: [] } })] },
    intent: { ...document('book'), initiator: 'cem' },
    book: listing([], [entryHash(entry)]),
    votes: asked,
    is: ['waiting', 'workspace addressBook'],
  },
  'one in and one out is not': {
    policy: guarded,
    intent: document('book'),
    book: listing([entry], [hashOf('x')]),
    votes: askedByAnn,
    is: ['waiting', 'workspace addressBook'],
  },
  'a change of the rules by an operator': {
    policy: guarded,
    intent: { ...document('policy'), initiator: 'cem' },
    next: change(guarded, { senior: [rule('refuse')] }),
    votes: asked,
    is: ['unsatisfiable', 'tightening strategies', 'initiatorNotAllowed'],
  },
};
