import type { contract, Output } from '@holdfast/contract';
import type { ParseKeys } from 'i18next';
import { signerText } from '../../lib/signer-name.ts';
import type { PillTone } from '../../ui/feedback.tsx';

export type Health = Output<typeof contract.health.status>;
export type SignerHealth = Health['signers'][number];
export type ChainHealth = Health['chains'][number];
export type PriceSource = Health['prices'][number];
type HealthKey = ParseKeys<['translation', 'tools']>;

export const signerStates = {
  signing: { tone: 'done', text: 'tools:health.signer.signing' },
  frozen: { tone: 'bad', text: 'tools:health.signer.frozen' },
  silent: { tone: 'bad', text: 'tools:health.signer.silent' },
} as const satisfies Record<SignerHealth['state'], { tone: PillTone; text: HealthKey }>;

export const chainStates = {
  following: { tone: 'done', text: 'tools:health.chain.following' },
  catching_up: { tone: 'wait', text: 'tools:health.chain.catchingUp' },
  down: { tone: 'bad', text: 'tools:health.chain.down' },
  starting: { tone: 'idle', text: 'tools:health.chain.starting' },
} as const satisfies Record<ChainHealth['state'], { tone: PillTone; text: HealthKey }>;

export const nodeStates = {
  well: { tone: 'done', text: 'tools:health.node.well' },
  behind: { tone: 'wait', text: 'tools:health.node.behind' },
  silent: { tone: 'bad', text: 'tools:health.node.silent' },
  waiting: { tone: 'idle', text: 'tools:health.node.waiting' },
} as const satisfies Record<ChainHealth['nodes'][number]['state'], { tone: PillTone; text: HealthKey }>;

export const diskStates = {
  ok: { tone: 'done', text: 'tools:health.disk.ok' },
  low: { tone: 'wait', text: 'tools:health.disk.low' },
  full: { tone: 'bad', text: 'tools:health.disk.full' },
  unknown: { tone: 'idle', text: 'tools:health.disk.unknown' },
} as const satisfies Record<SignerHealth['disk'], { tone: PillTone; text: HealthKey }>;

export const priceStates = {
  none: { tone: 'done', text: 'tools:health.prices.state.none' },
  waiting: { tone: 'idle', text: 'tools:health.prices.state.waiting' },
  unreadable: { tone: 'bad', text: 'tools:health.prices.state.unreadable' },
  away: { tone: 'bad', text: 'tools:health.prices.state.away' },
  badAnswer: { tone: 'bad', text: 'tools:health.prices.state.badAnswer' },
  wrongNetwork: { tone: 'bad', text: 'tools:health.prices.state.wrongNetwork' },
  incomplete: { tone: 'bad', text: 'tools:health.prices.state.incomplete' },
  stale: { tone: 'bad', text: 'tools:health.prices.state.stale' },
} as const satisfies Record<PriceSource['problem'], { tone: PillTone; text: HealthKey }>;

/** A sentence: its text, and the names that it says. */
export interface Sentence {
  readonly text: HealthKey;
  readonly names: readonly string[];
  readonly bad: boolean;
}

const namesOf = (all: readonly { readonly name: string }[]): string[] => all.map(({ name }) => signerText(name));

function ofSigners({ signers }: Health): Sentence[] {
  const silent = signers.filter(({ state }) => state === 'silent');
  const answering = signers.filter(({ state }) => state !== 'silent');
  if (silent.length === 0) return [];
  if (answering.length === 0) return [{ text: 'tools:health.do.noSigner', names: [], bad: true }];
  return [
    { text: 'tools:health.do.signersWait', names: namesOf(silent), bad: true },
    { text: 'tools:health.do.decideAt', names: namesOf(answering), bad: false },
    { text: 'tools:health.do.freezeAt', names: namesOf(answering), bad: false },
  ];
}

function ofChains({ chains }: Health): Sentence[] {
  const down = chains.filter(({ state }) => state === 'down');
  const lame = chains.filter(
    ({ state, nodes }) => state !== 'down' && nodes.some((node) => node.state === 'silent' || node.state === 'behind'),
  );
  const names = (some: readonly ChainHealth[]): string[] => some.map(({ coin_net }) => coin_net);
  return [
    ...(down.length > 0 ? [{ text: 'tools:health.do.chainsDown', names: names(down), bad: true } as const] : []),
    ...(down.length > 0 && down.length < chains.length
      ? [{ text: 'tools:health.do.otherChains', names: [], bad: false } as const]
      : []),
    ...(lame.length > 0 ? [{ text: 'tools:health.do.otherNodes', names: names(lame), bad: false } as const] : []),
  ];
}

/** The least urgent of all. */
export const due = 'tools:health.do.due';

function ofMachines({ signers, server, upkeep }: Health): Sentence[] {
  const full = signers.filter(({ disk }) => disk === 'full');
  const off = signers.filter(({ clock_off }) => clock_off);
  const found: readonly (Sentence & { readonly when: boolean })[] = [
    { when: full.length > 0, text: 'tools:health.do.diskFull', names: namesOf(full), bad: true },
    { when: server.disk === 'full', text: 'tools:health.do.serverFull', names: [], bad: true },
    { when: off.length > 0, text: 'tools:health.do.clockOff', names: namesOf(off), bad: true },
    { when: upkeep.some((one) => one.due), text: due, names: [], bad: false },
  ];
  return found.flatMap(({ when, ...sentence }) => (when ? sentence : []));
}

/** What is wrong, and what a member can do meanwhile, the worst first; all is well where it is empty but for what is due. */
export function meanwhile(health: Health): readonly Sentence[] {
  const frozen = health.signers.some(({ state }) => state === 'frozen');
  return [
    ...(frozen ? [{ text: 'tools:health.do.frozen', names: [], bad: true } as const] : []),
    ...ofSigners(health),
    ...ofChains(health),
    ...ofMachines(health),
  ];
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
/** `12.3 GiB`. */
export function sizeText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  const value = bytes / 2 ** (10 * step);
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}
