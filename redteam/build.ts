import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairSetup } from '@holdfast/mpc';
import type { BookEntry, Credential, PolicyDocument } from '@holdfast/policy';
import { confirm, type Pair, runCeremony, startPair } from '@holdfast/signer/test/harness.ts';
import { brushed, inked, noteChain, registerNotes } from '@holdfast/testkit/notes';
import { genesis, newPolicy, testChains } from '@holdfast/testkit/signer';
import { startSigner } from '../apps/signer/src/app.ts';
import type { SignerConfig } from '../apps/signer/src/config.ts';
import {
  acorn,
  type Crew,
  type Fixture,
  halt,
  newApiClients,
  newCrew,
  newFixture,
  payees,
  routers,
  tonChain,
  tronChain,
  warm,
} from './fixture.ts';
import { bookAsk, send } from './requests.ts';

const hourMs = 3_600_000;
registerNotes();

type Rule = PolicyDocument['senior'][number];
const rule = (id: string, action: Rule['action'], wallet: string, changes: Partial<Rule['when']>): Rule => ({
  id,
  name: id,
  enabled: 'on',
  type: 'transfer',
  action,
  signProtection: 'on',
  nodes: [],
  when: {
    initiators: [],
    wallets: [wallet],
    assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
    amount: { unit: 'none', over: '', upTo: '', hours: '0', scope: 'wallet' },
    destinations: { mode: 'any', entries: [] },
    calls: [],
    ...changes,
  },
});

/**
 * Sub-wallet 9 lets small sums pass on the initiator's word, 10 refuses above a sum per day, 13 asks for approvals through pages of different signers, of 14
 * Olga decides alone where it is much, and in 15 who asks may approve too; all others need desk and board.
 */
function policyOf(pair: Pair, crew: Crew, { pia, off }: Fixture['apiClients']): PolicyDocument {
  const { gwen, gita, rex, otto } = crew;
  const passkeys = ({ passkey }: typeof gwen): { credentials: Credential[] } => ({ credentials: [passkey.credential] });
  const base = newPolicy(pair, Object.values(crew), []);
  const special: Record<string, Partial<PolicyDocument['members'][number]>> = {
    gwen: passkeys(gwen),
    gita: passkeys(gita),
    rex: { status: 'removed', credentials: rex.member.credentials },
    otto: { wallets: [{ wallet: '7', role: 'viewer' }], credentials: otto.member.credentials },
  };
  return {
    ...base,
    v: '2',
    members: [
      ...base.members.map((member) => ({ ...member, ...special[member.id] })),
      { ...pia.member, keyHolder: 'no' },
      { ...off.member, keyHolder: 'no', status: 'removed' },
    ],
    strategies: [
      {
        wallet: '*',
        signProtection: 'on',
        nodes: [
          { kind: 'approve', name: 'desk', approvers: ['adam', 'anna', 'gwen'], threshold: '1' },
          { kind: 'sign', name: 'board', approvers: ['olga', 'adam', 'anna', 'gwen'], threshold: '2' },
        ],
      },
      {
        wallet: '13',
        signProtection: 'on',
        nodes: [
          { kind: 'approve', name: 'desk', approvers: ['gwen', 'gita', 'adam'], threshold: '1' },
          { kind: 'sign', name: 'two', approvers: ['gwen', 'gita', 'adam'], threshold: '2' },
        ],
        pages: 'different',
      },
      {
        wallet: '15',
        signProtection: 'off',
        nodes: [
          { kind: 'approve', name: 'desk', approvers: ['adam', 'anna', 'gwen'], threshold: '1' },
          { kind: 'sign', name: 'board', approvers: ['olga', 'adam', 'anna', 'gwen'], threshold: '3' },
        ],
      },
    ],
    senior: [
      rule('small', 'pass', '9', {
        amount: { unit: 'usd', over: '', upTo: '10000', hours: '24', scope: 'wallet' },
      }),
      rule('much', 'refuse', '10', {
        amount: { unit: 'coin', over: '5000000000000000', upTo: '', hours: '24', scope: 'wallet' },
      }),
      {
        ...rule('large', 'flow', '14', {
          amount: { unit: 'usd', over: '100000', upTo: '', hours: '0', scope: 'wallet' },
        }),
        nodes: [{ kind: 'sign', name: 'owner', approvers: ['olga'], threshold: '1' }],
      },
    ],
    workspace: [
      {
        op: 'keys',
        signProtection: 'on',
        nodes: [{ kind: 'sign', name: 'keys', approvers: ['olga', 'adam'], threshold: '1' }],
      },
      {
        op: 'addressBook',
        signProtection: 'on',
        nodes: [{ kind: 'sign', name: 'book', approvers: ['adam', 'anna'], threshold: '1' }],
      },
      {
        op: 'api',
        signProtection: 'on',
        nodes: [{ kind: 'sign', name: 'apiClients', approvers: ['anna', 'gwen'], threshold: '1' }],
      },
    ],
    book: { mode: 'on', coolingHours: '24' },
  };
}

const withRouters = testChains.map((chain) => (chain.family === 'evm' ? { ...chain, routers } : chain));
const chains = [...withRouters, tronChain, tonChain, noteChain(inked), noteChain(brushed)];

const config = (prices: string): Partial<SignerConfig> => ({
  prices: [{ kind: 'file', name: 'price file', file: prices, maxAgeMinutes: 1_000_000 } as const],
  chains,
  // Attacks make more payments of one wallet than anybody does in a day; those about fees take this away.
  feeBudget: chains.map(({ id }) => ({ wallet: '*', chain: id, maxPerDay: '9'.repeat(30) })),
  publicRate: { perSecond: 100_000, burst: 100_000 },
  velocity: [
    { wallet: '12', chain: 'evm:31337', contract: '', maxCount: 2, maxAmount: '3000000000000000' },
    { wallet: '16', chain: 'evm:31337', contract: acorn, maxAmount: '12000000' },
    { wallet: '14', chain: 'evm:31337', contract: '*', maxCount: 2 },
  ],
});

async function lawfully(fixture: Fixture, change: readonly BookEntry[]): Promise<void> {
  const prev = String(fixture.pair.places[0]?.signer?.ctx.store.state.book.hash ?? '');
  const codes = await send(fixture, bookAsk(fixture, { add: [...change], prev }));
  if (codes.some((code) => code !== 'admitted')) throw new Error(`the address book: ${codes.join()}`);
}

/** Sets up an installation of its own: policy, address book, keys; and stops it, to be copied by `fork`. */
export async function build(): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-redteam-'));
  const prices = join(folder, 'prices.json');
  writeFileSync(prices, JSON.stringify({ 'evm:31337|': '2000', 'bitcoin:regtest|': '60000' }));
  const started = await startPair({ config: config(prices), pairSetup });
  const stop = async (): Promise<void> => {
    await halt(started.places);
    for (const dir of [folder, started.dir]) rmSync(dir, { recursive: true, force: true });
  };
  const pair = Object.assign(started, { stop });
  const crew = newCrew();
  const apiClients = newApiClients();
  const policy = policyOf(pair, crew, apiClients);
  await genesis(pair, policy, crew.olga);
  const ceremony = await runCeremony(pair.places, policy, crew.olga, { approvedBy: [crew.adam] });
  const group = await confirm(pair.places, ceremony);
  const fixture = newFixture({ pair, crew, apiClients, policy, group, ceremony, start: startSigner });
  await lawfully(fixture, Object.values(payees));
  pair.now = 71 * hourMs;
  await lawfully(fixture, [warm]);
  pair.now = 72 * hourMs;
  await halt(pair.places);
  return fixture;
}
