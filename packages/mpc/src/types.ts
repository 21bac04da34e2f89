/**
 * The public shapes of the library. Parties are small positive integers (their Shamir x-coordinates). Every message is bytes with a
 * header naming protocol, round, sender, receiver and session; every state is plain data. `encodeState` turns those of key ceremonies into text.
 */

export type Curve = 'secp256k1' | 'ed25519';
export type PartyId = number;

/** Messages of one round, keyed by the party that sent them (inbox) or that they are for (outbox). */
export type Messages = Readonly<Record<PartyId, Uint8Array>>;

/** What everybody may know about a key. Point encodings: 33 bytes compressed (secp256k1), 32 bytes (ed25519). */
export interface KeyPublic {
  readonly curve: Curve;
  readonly t: number;
  readonly n: number;
  readonly groupPublic: Uint8Array;
  readonly verifyingShares: Readonly<Record<PartyId, Uint8Array>>;
  readonly chainCode: Uint8Array;
  /** Starts at 0 and grows by one with each refresh, re-issue or reshare. Shares of different epochs never mix. */
  readonly epoch: number;
}

/** One party's share of a key. `share` is a secret scalar below the group order. */
export interface KeyShare extends KeyPublic {
  readonly me: PartyId;
  readonly share: bigint;
}

export interface DkgConfig {
  readonly curve: Curve;
  readonly t: number;
  readonly n: number;
  readonly me: PartyId;
  /** 32 bytes, the same for all, holding a fresh contribution of each party. */
  readonly session: Uint8Array;
}

/** A broadcast goes, the same bytes, to every other participant; a direct message goes to one party over an encrypted channel. */
export interface Broadcast<State> {
  readonly state: State;
  readonly broadcast: Uint8Array;
}

export interface BroadcastAndDirect<State> extends Broadcast<State> {
  readonly direct: Messages;
}

/** State of a key generation or reshare between rounds: secret, plain data. */
export interface DealState {
  readonly protocol: 'deal';
  readonly round: 1 | 2 | 3;
  readonly [field: string]: unknown;
}

/** Dealerless key generation: commit, reveal, echo with private shares, finish. Inboxes hold one message of every other party. */
export interface Dkg {
  round1(config: DkgConfig): Broadcast<DealState>;
  round2(state: DealState, broadcasts: Messages): Broadcast<DealState>;
  round3(state: DealState, broadcasts: Messages): BroadcastAndDirect<DealState>;
  finish(state: DealState, echoes: Messages, directs: Messages): KeyShare;
}

export interface ReshareConfig {
  /** The key as known to all participants; a joining party gets it from the others and it is bound into every message. */
  readonly key: KeyPublic;
  /** My own share; absent when I join or lost it. */
  readonly share?: bigint;
  readonly me: PartyId;
  /** Old holders who deal, at least `key.t` of them. */
  readonly dealers: readonly PartyId[];
  /** The parties that will hold the key afterwards, and their threshold. */
  readonly receivers: readonly PartyId[];
  readonly t: number;
  readonly session: Uint8Array;
}

/** Refresh, re-issue and reshare are one protocol. Participants are dealers and receivers together. A leaving dealer ends with null. */
export interface Reshare {
  round1(config: ReshareConfig): Broadcast<DealState>;
  round2(state: DealState, broadcasts: Messages): Broadcast<DealState>;
  round3(state: DealState, broadcasts: Messages): BroadcastAndDirect<DealState>;
  finish(state: DealState, echoes: Messages, directs: Messages): KeyShare | null;
}

/** What two parties keep to sign ECDSA together: base OTs in both directions and a common seed. Secret. One per epoch and pair. */
export interface PairState {
  readonly v: 1;
  readonly me: PartyId;
  readonly other: PartyId;
  readonly groupPublic: Uint8Array;
  readonly epoch: number;
  /** Public name of this set-up, equal on both sides. */
  readonly id: Uint8Array;
  /** My choice bits as base-OT receiver (16 bytes) and the 128 seeds they chose (128 * 32 bytes). */
  readonly choice: Uint8Array;
  readonly chosenSeeds: Uint8Array;
  /** Both seeds of each of the 128 base OTs in which I was the sender (128 * 64 bytes). */
  readonly seedPairs: Uint8Array;
  readonly zeroSeed: Uint8Array;
}

export interface PairConfig {
  /** The secret share only hedges what is drawn. */
  readonly key: Pick<KeyShare, 'groupPublic' | 'epoch' | 'me' | 'share'>;
  readonly other: PartyId;
  readonly session: Uint8Array;
}

export interface PairSetupState {
  readonly protocol: 'pair';
  readonly round: 1 | 2 | 3 | 4 | 5;
  readonly [field: string]: unknown;
}

export type PairSetupStep =
  | { readonly done: false; readonly state: PairSetupState; readonly out: Uint8Array }
  | { readonly done: true; readonly pair: PairState };

/** Five messages each way between two parties: start, then step with each message of the other until done. */
export interface PairSetup {
  start(config: PairConfig): { readonly state: PairSetupState; readonly out: Uint8Array };
  step(state: PairSetupState, inbound: Uint8Array): PairSetupStep;
}

/** s is low (BIP 62); recid is the y parity of R after that. */
export interface EcdsaSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly recid: 0 | 1;
}

export interface EcdsaInput {
  readonly key: KeyShare;
  /** One for every other signing party, keyed by it. */
  readonly pairs: Readonly<Record<PartyId, PairState>>;
  /** The signing parties, me among them: at least `key.t`. */
  readonly parties: readonly PartyId[];
  /** The 32 bytes to sign. */
  readonly digest: Uint8Array;
  /** Additive child tweak (0n for the root). */
  readonly tweak: bigint;
  /** 32 bytes with a fresh contribution of each party; never used for another digest or attempt. */
  readonly session: Uint8Array;
}

export type EcdsaStep<State> =
  | { readonly done: false; readonly state: State; readonly out: Messages }
  | { readonly done: true; readonly signature: EcdsaSignature };

/** Threshold ECDSA, replaceable by another (audited) implementation. A state is used once and never written to disk. */
export interface EcdsaEngine<State> {
  readonly name: string;
  /** Which of a party's messages is its part of the signature. Without it nobody makes one, whatever they have of the earlier ones. */
  readonly partIn: number;
  start(input: EcdsaInput): { readonly state: State; readonly out: Messages };
  step(state: State, inbox: Messages): EcdsaStep<State>;
}

/** State of an ECDSA signing session: holds a nonce. Never persisted, never stepped twice. */
export interface EcdsaState {
  readonly protocol: 'dkls23';
  readonly round: 1 | 2 | 3;
  readonly [field: string]: unknown;
}

export interface FrostInput {
  readonly key: KeyShare;
  readonly parties: readonly PartyId[];
  readonly message: Uint8Array;
  readonly tweak: bigint;
  readonly session: Uint8Array;
  /** taproot only: BIP 341 tweak by this merkle root; empty = key path only (BIP 86); absent = sign for the plain x-only key. */
  readonly merkleRoot?: Uint8Array;
}

export interface FrostState {
  readonly protocol: 'frost';
  readonly round: 1 | 2;
  readonly [field: string]: unknown;
}

/** RFC 9591 in two rounds; every party aggregates and verifies. The signature is 64 bytes. */
export interface FrostSigner {
  /** Which of a party's messages is its part of the signature, as in `EcdsaEngine`. */
  readonly partIn: number;
  commit(input: FrostInput): Broadcast<FrostState>;
  sign(state: FrostState, commitments: Messages): Broadcast<FrostState>;
  aggregate(state: FrostState, shares: Messages): Uint8Array;
}
