import type { Approval, Evaluation, Intent, PolicyDocument, PolicyProblem } from '../../src/index.ts';
import {
  approvalOrigin,
  approve,
  type Key,
  keys,
  member,
  node,
  policyOf,
  refOf,
  strategy,
  transfer,
} from '../fixtures.ts';
import { rule } from './crew.ts';

/** Flows that ask for approvals through pages of different signers. */

const otherPage = 'http://localhost:8702';
const asking = { pages: 'different' } as const;
type Strategy = PolicyDocument['strategies'][number];
const members = [
  member('ann', 'owner', keys.ann, keys.ann2),
  member('bob', 'admin', keys.bob),
  member('cem', 'operator', keys.cem),
  member('dee', 'approver', keys.dee, keys.dee2),
];
const basic = strategy('*', 'on', node('Owners', 1, 'ann', 'bob'));
const two: Strategy = { ...strategy('7', 'on', node('Two', 2, 'ann', 'bob', 'dee')), ...asking };
const inTwo = (change: Partial<PolicyDocument> = {}): PolicyDocument =>
  policyOf(members, [basic, two], { v: '2', ...change });
const different = inTwo();
const inSteps = inTwo({
  strategies: [basic, { ...two, nodes: strategy('7', 'on', node('A', 1, 'ann'), node('B', 1, 'dee')).nodes }],
});
const anyPage = inTwo({ v: '1', strategies: [basic, strategy('7', 'on', node('Two', 2, 'ann', 'bob', 'dee'))] });
const [one, other] = different.signers;
if (!one || !other) throw new Error('two signers');
const withOrigins = (first: string, second: string): Partial<PolicyDocument> => ({
  signers: [
    { ...one, origin: first },
    { ...other, origin: second },
  ],
});
const origins = (key: Key<typeof keys.ann.credential>, ...at: string[]) => ({ ...key.credential, origins: at });
const widened = inTwo({
  members: members.map((m) =>
    m.id === 'ann' ? { ...m, credentials: [origins(keys.ann, approvalOrigin, otherPage, 'http://localhost:8700')] } : m,
  ),
});

type Vote = (about: Intent) => Approval;
const at =
  (who: 'ann' | 'dee2' | 'cem', origin: string, decision: Approval['decision'] = 'approve'): Vote =>
  (about) =>
    approve(keys[who], who === 'dee2' ? 'dee' : who, about, decision, { origin });
const byDevice =
  (who: 'ann2' | 'bob' | 'dee', member: string): Vote =>
  (about) =>
    approve(keys[who], member, about);
const asked = at('cem', approvalOrigin, 'initiate');

interface PageCase {
  readonly policy?: PolicyDocument;
  readonly votes: readonly Vote[];
  readonly is: [Evaluation['state'], string[][]] & { length: 2 };
}
const cases: Record<string, PageCase> = {
  'two approvals on one page': {
    votes: [asked, at('ann', approvalOrigin), at('dee2', approvalOrigin)],
    is: ['waiting', [['ann', 'dee'], []]],
  },
  'two approvals on two pages': {
    votes: [asked, at('ann', approvalOrigin), at('dee2', otherPage)],
    is: ['satisfied', [['ann', 'dee'], ['dee']]],
  },
  'two approvals on one page, where any will do': {
    policy: anyPage,
    votes: [asked, at('ann', approvalOrigin), at('dee2', approvalOrigin)],
    is: ['satisfied', [['ann', 'dee']]],
  },
  'one of two decided on both pages': {
    votes: [asked, at('ann', approvalOrigin), at('dee2', approvalOrigin), at('ann', otherPage)],
    is: ['satisfied', [['ann', 'dee'], ['dee']]],
  },
  'one who decided on both pages, alone': {
    votes: [asked, at('ann', approvalOrigin), at('ann', otherPage)],
    is: ['waiting', [['ann'], []]],
  },
  'who asked did so on the other page': {
    votes: [at('cem', otherPage, 'initiate'), at('ann', approvalOrigin), at('dee2', approvalOrigin)],
    is: ['waiting', [['ann', 'dee'], []]],
  },
  'a device key beside a page': {
    votes: [asked, at('ann', approvalOrigin), byDevice('bob', 'bob')],
    is: ['waiting', [['ann', 'bob'], []]],
  },
  'two device keys': {
    votes: [asked, byDevice('ann2', 'ann'), byDevice('bob', 'bob')],
    is: ['waiting', [['ann', 'bob'], []]],
  },
  'a device key beside two pages': {
    votes: [asked, at('ann', approvalOrigin), byDevice('bob', 'bob'), at('dee2', otherPage)],
    is: ['satisfied', [['ann', 'bob', 'dee'], ['dee']]],
  },
  'an origin of the passkey that no signer has': {
    policy: widened,
    votes: [asked, at('ann', 'http://localhost:8700'), at('dee2', approvalOrigin)],
    is: ['waiting', [['ann', 'dee'], []]],
  },
  'an origin that the passkey does not have': {
    votes: [asked, at('ann', approvalOrigin), at('dee2', 'http://localhost:87020')],
    is: ['waiting', [['ann'], []]],
  },
  'a refusal on the page of the approvals': {
    votes: [asked, at('ann', approvalOrigin), at('dee2', approvalOrigin, 'refuse')],
    is: ['refused', [['ann'], []]],
  },
  'a step open before': {
    policy: inSteps,
    votes: [asked, at('dee2', otherPage)],
    is: ['waiting', [[], [], []]],
  },
  'two steps on two pages': {
    policy: inSteps,
    votes: [asked, at('dee2', otherPage), at('ann', approvalOrigin)],
    is: ['satisfied', [['ann'], ['dee'], ['dee']]],
  },
  'signers of one origin': {
    policy: inTwo(withOrigins(approvalOrigin, approvalOrigin)),
    votes: [asked, at('ann', approvalOrigin), at('dee2', approvalOrigin)],
    is: ['unsatisfiable', [['ann', 'dee'], []]],
  },
};

/** As `evaluations` has them, with the intent that each is about. */
export const pageEvaluations = Object.fromEntries(
  Object.entries(cases).map(([name, { policy = different, votes, is }]) => {
    const intent = transfer({ policy: refOf(policy) });
    return [`pages: ${name}`, { policy, intent, votes: votes.map((vote) => vote(intent)), is }];
  }),
);

const onePage = (id: string, key: Key<typeof keys.ann.credential>) => ({
  ...member(id, 'admin'),
  credentials: [origins(key, approvalOrigin)],
});
const unreachable: PolicyProblem[] = ['pagesNotReachable'];
export const pageDocuments: Record<string, [PolicyDocument, PolicyProblem[]]> = {
  'different pages': [different, []],
  'different pages for a rule, a step and the workspace': [
    inTwo({
      senior: [rule('flow', { wallets: ['7'] }, { nodes: two.nodes, ...asking })],
      workspace: [{ op: 'addressBook', signProtection: 'on', nodes: two.nodes, ...asking }],
    }),
    [],
  ],
  'different pages where all have device keys': [
    inTwo({
      members: members.map((m) => ({ ...m, credentials: m.credentials.filter(({ type }) => type === 'device') })),
    }),
    unreachable,
  ],
  'different pages where one alone has a passkey': [
    inTwo({ members: members.map((m) => (m.id === 'dee' ? { ...m, credentials: [keys.dee.credential] } : m)) }),
    unreachable,
  ],
  'different pages where all passkeys are of one page': [
    inTwo({
      members: [
        onePage('ann', keys.ann),
        member('bob', 'owner', keys.bob),
        onePage('dee', keys.dee2),
        member('cem', 'operator', keys.cem),
      ],
    }),
    unreachable,
  ],
  'different pages of signers with one origin': [inTwo(withOrigins(approvalOrigin, approvalOrigin)), unreachable],
  'different pages of signers whose origins are one, written in two ways': [
    inTwo({
      ...withOrigins('https://a.example', 'https://a.example:443'),
      members: members.map((m) => ({
        ...m,
        credentials: m.credentials.map((c) =>
          c.type === 'passkey'
            ? { ...c, rpId: 'a.example', origins: ['https://a.example', 'https://a.example:443'] }
            : c,
        ),
      })),
    }),
    unreachable,
  ],
  'different pages of one host, and of the same with a dot at its end': [
    inTwo({
      ...withOrigins('https://a.example:8701', 'https://a.example.:8701'),
      members: members.map((m) => ({
        ...m,
        credentials: m.credentials.map((c) =>
          c.type === 'passkey' ? { ...c, rpId: 'example.', origins: ['https://a.example.:8701'] } : c,
        ),
      })),
    }),
    unreachable,
  ],
  'different pages for one approver': [
    inTwo({ strategies: [basic, { ...strategy('7', 'on', node('One', 1, 'ann')), ...asking }] }),
    unreachable,
  ],
  'different pages where who asks is one of two': [
    inTwo({
      members: [member('ann', 'owner', keys.ann), member('dee', 'admin', keys.dee2)],
      strategies: [
        strategy('*', 'on', node('One', 1, 'ann', 'dee')),
        { ...strategy('7', 'on', node('One', 1, 'ann', 'dee')), ...asking },
      ],
    }),
    unreachable,
  ],
  'different pages in a rule that refuses': [inTwo({ senior: [rule('refuse', {}, asking)] }), ['nodeOrder']],
};

const seven = (flow: Strategy): PolicyDocument => inTwo({ strategies: [basic, flow] });
const { pages: _, ...loose } = two;
/** From, to, whether it may take effect at once, and what it touches. */
export const pageSteps: Record<string, [PolicyDocument, PolicyDocument, boolean, string]> = {
  'different pages are asked for': [seven(loose), seven(two), true, 'strategies'],
  'different pages are not asked for any more': [seven(two), seven(loose), false, 'strategies'],
  'different pages are not asked for any more, of more people': [
    seven(two),
    seven({ ...loose, nodes: loose.nodes.map((n) => ({ ...n, threshold: '3' })) }),
    false,
    'strategies',
  ],
  'different pages are not asked for any more, in a document of the first version': [
    seven(two),
    inTwo({ v: '1', strategies: [basic, loose] }),
    false,
    'strategies',
  ],
  'a rule asks for different pages no more': [
    inTwo({ senior: [rule('flow', {}, { nodes: two.nodes, ...asking })] }),
    inTwo({ senior: [rule('flow', {}, { nodes: two.nodes })] }),
    false,
    'strategies',
  ],
  'different pages are asked for in the default flow, by which rules are changed': [
    inTwo({ strategies: [{ ...loose, wallet: '*' }] }),
    inTwo({ strategies: [{ ...two, wallet: '*' }] }),
    false,
    'strategies',
  ],
};
export const pagePolicy = different;
