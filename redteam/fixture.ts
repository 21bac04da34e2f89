import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainConfig } from '@holdfast/chains';
import { type BookEntry, entryHash, type PolicyDocument } from '@holdfast/policy';
import { type CeremonyRun, type Pair, type Place, passphrase } from '@holdfast/signer/test/harness.ts';
import { notePayee } from '@holdfast/testkit/notes';
import { btcPayee, evmPayee, newMember, newPasskey, otherEvmPayee, setupCode, usdc } from '@holdfast/testkit/signer';
import type { startSigner } from '../apps/signer/src/app.ts';
import type { SignerConfig } from '../apps/signer/src/config.ts';
import type { KeyGroupPublic } from '../apps/signer/src/state/entries.ts';

/** The members of the attacked installation. Gwen and Gita decide by passkey, on the page of either signer; Rex was removed; Otto only looks on in sub-wallet 7. */
export function newCrew() {
  return {
    olga: newMember('olga', 'owner'),
    adam: newMember('adam', 'admin'),
    anna: newMember('anna', 'approver'),
    omar: newMember('omar', 'operator'),
    otto: newMember('otto', 'operator'),
    vera: newMember('vera', 'viewer'),
    rex: newMember('rex', 'approver'),
    gwen: { ...newMember('gwen', 'approver'), passkey: newPasskey() },
    gita: { ...newMember('gita', 'approver'), passkey: newPasskey() },
  };
}
export type Crew = ReturnType<typeof newCrew>;

/** API clients of it, who may ask and decide nothing. Off was switched off. */
export const newApiClients = () => ({ pia: newMember('pia', 'api'), off: newMember('off', 'api') });

export const tronPayee = 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8';
/** Listed with memos alone. */
export const tronDepot = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
/** Without a node: signers reach none. */
export const tronChain: ChainConfig = {
  id: 'tron:nile',
  family: 'tron',
  name: 'Tron',
  baseSymbol: 'TRX',
  rpcUrl: '',
  confirmations: { deposit: 20, withdraw: 20 },
  maxFee: '100000000',
  assets: [
    {
      symbol: 'TRX',
      name: 'Tron',
      decimals: 6,
      contract: '',
      minWithdraw: '1',
      maxWithdraw: '1000000000000',
      minDeposit: '1',
    },
  ],
};

export const tonPayee = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';
const jetton = (symbol: string, contract: string) => ({
  symbol,
  name: symbol,
  decimals: 6,
  contract,
  account: `tep74:${'ab'.repeat(32)}:6`,
  minWithdraw: '1',
  maxWithdraw: '1000000000000',
  minDeposit: '1',
});
/** The account that makes one of the jettons. */
const dearMaster = '0QAqBw5OrIbQWU2VRYfMWtSfXRr3QLVZYlQHLlkLp7KdEtrY';
/** More than a message of TON carries. */
const longMemo = '4'.repeat(121);
/** With a jetton that is worth nothing beside one that is. */
export const tonChain: ChainConfig = {
  id: 'ton:-3',
  family: 'ton',
  name: 'TON',
  baseSymbol: 'TON',
  rpcUrl: '',
  confirmations: { deposit: 1, withdraw: 1 },
  maxFee: '200000000',
  assets: [
    {
      symbol: 'TON',
      name: 'Toncoin',
      decimals: 9,
      contract: '',
      minWithdraw: '1',
      maxWithdraw: '1000000000000',
      minDeposit: '1',
    },
    jetton('CHEAP', '0QDWU2PYKhtGFzIiTQR9n_LMUvjqEp4XO7j-U1GOVOMGO44n'),
    jetton('DEAR', dearMaster),
  ],
};

/** A contract whose methods members agreed on: this one, and no other. */
export const vault = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
export const vaultMethod = 'stake(uint256 shares)';

/** The token that stands for the coin at routers of V3. */
export const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
/** The payee of the address book is a router of every kind: its signers list it. By 0x this one swaps, and no other. */
export const settler = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
/** Listed as well, and may not. */
export const double = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
export const routers: NonNullable<ChainConfig['routers']> = [
  { kind: 'v2', contract: evmPayee },
  { kind: 'v3', contract: evmPayee, quoter: evmPayee, wrapped },
  { kind: 'settler', contract: evmPayee, settlers: [settler] },
];

/** A contract that no operator has listed. */
export const acorn = '0x8464135c8F25Da09e49BC8782676a84730C318bC';
export const payees = {
  evm: { chains: ['evm:31337'], address: evmPayee, memo: '', assets: [], label: 'Supplier' },
  bitcoin: { chains: ['bitcoin:regtest'], address: btcPayee, memo: '', assets: [], label: 'Miner' },
  /** Good for USDC only. */
  narrow: { chains: ['evm:31337'], address: otherEvmPayee, memo: 'usdc', assets: [usdc], label: 'Stable' },
  vault: { chains: ['evm:31337'], address: vault, memo: '', assets: [], label: 'Vault', methods: [vaultMethod] },
  settler: { chains: ['evm:31337'], address: settler, memo: '', assets: [], label: 'Settler' },
  double: { chains: ['evm:31337'], address: double, memo: '', assets: [], label: 'Double' },
  token: { chains: ['evm:31337'], address: usdc, memo: '', assets: [], label: 'Token' },
  tron: { chains: ['tron:nile'], address: tronPayee, memo: '', assets: [], label: 'Freight' },
  depot: { chains: ['tron:nile'], address: tronDepot, memo: '4711', assets: [], label: 'Depot' },
  /** An exchange: the memo is the customer. */
  ton: { chains: ['ton:-3'], address: tonPayee, memo: '4711', assets: [], label: 'Exchange' },
  tonLong: { chains: ['ton:-3'], address: tonPayee, memo: longMemo, assets: [], label: 'Registry' },
  tonMaster: { chains: ['ton:-3'], address: dearMaster, memo: '', assets: [], label: 'Mint' },
  note: { chains: ['inked:test', 'brushed:test'], address: notePayee, memo: '', assets: [], label: 'Printer' },
} satisfies Record<string, BookEntry>;
/** Approved an hour ago: it cools down for 24. */
export const warm: BookEntry = { chains: ['evm:31337'], address: otherEvmPayee, memo: '', assets: [], label: 'New' };

export const entries = {
  evm: entryHash(payees.evm),
  bitcoin: entryHash(payees.bitcoin),
  narrow: entryHash(payees.narrow),
  vault: entryHash(payees.vault),
  settler: entryHash(payees.settler),
  double: entryHash(payees.double),
  token: entryHash(payees.token),
  tron: entryHash(payees.tron),
  ton: entryHash(payees.ton),
  tonLong: entryHash(payees.tonLong),
  tonMaster: entryHash(payees.tonMaster),
  note: entryHash(payees.note),
  warm: entryHash(warm),
};

/** Two signers under attack, as they stand at one moment. The attacker speaks with the server's own keys. */
export interface Fixture {
  readonly pair: Pair;
  readonly crew: Crew;
  readonly apiClients: ReturnType<typeof newApiClients>;
  readonly policy: PolicyDocument;
  readonly group: KeyGroupPublic;
  readonly ceremony: CeremonyRun;
  /** Intents that were approved by all it takes: only these may ever be decided. */
  readonly lawful: Set<string>;
  /** The program its signers run: the real one, or a copy with a check removed. */
  readonly start: typeof startSigner;
  /** Never the same twice: nonces, and salts of coins. */
  fresh(): number;
}

/** A fixture as it is built: nothing lawful has been asked for yet. */
export function newFixture(made: Omit<Fixture, 'lawful' | 'fresh'>): Fixture {
  let next = 0;
  return { ...made, lawful: new Set(), fresh: () => next++ };
}

export interface ForkOptions {
  readonly start: typeof startSigner;
  readonly config?: Partial<SignerConfig>;
}

/** Starts (or starts again) one signer of a fixture in this process, listening on a port of its own. */
export async function startOne(fixture: Fixture, id: string, { start, config: changes }: ForkOptions): Promise<void> {
  const place = fixture.pair.places.find((one) => one.id === id);
  if (!place) throw new Error(`no signer ${id}`);
  const now = (): number => Date.now() + fixture.pair.now + (place.ahead ?? 0);
  place.signer = await start({ config: { ...place.config, ...changes }, passphrase, setupCode, now });
  place.url = `http://127.0.0.1:${place.signer.port}`;
}

/** Ends the signers that run; their folders stay. */
export async function halt(places: Fixture['pair']['places']): Promise<void> {
  const running = places.map((place) => place.signer);
  for (const place of places) place.signer = undefined;
  await Promise.all(running.map((signer) => signer?.stop()));
}

/** A copy of the fixture's folders, and two signers of the given program on them. The fixture itself must be stopped. */
export async function fork(fixture: Fixture, options: ForkOptions): Promise<Fixture> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-redteam-'));
  const places = fixture.pair.places.map((place): Place => {
    const own = join(dir, place.id);
    cpSync(place.dir, own, { recursive: true });
    return { ...place, dir: own, config: { ...place.config, dataDir: own }, signer: undefined, url: '' };
  });
  const stop = async (): Promise<void> => {
    await halt(places);
    rmSync(dir, { recursive: true, force: true });
  };
  const copy: Fixture = {
    ...fixture,
    start: options.start,
    lawful: new Set(),
    pair: { ...fixture.pair, dir, places, stop },
  };
  await Promise.all(places.map(({ id }) => startOne(copy, id, options)));
  return copy;
}
