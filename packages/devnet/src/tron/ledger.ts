/**
 * The state of the stand-in: accounts, tokens, blocks. Tokens are modelled, not run: there is no Tron virtual machine here. Costs are those of the main
 * network as far as they are modelled; no permissions, no older kinds of tokens.
 */
import { sha256, type Tx } from './codec.ts';
import { limitOf, stakeBy, take, usedOf } from './stake.ts';
import { type Account, debit, openAccount, Refused, type State } from './state.ts';

export { type Account, Refused, type State } from './state.ts';

export const price = { byte: 1_000n, energy: 100n, account: 1_000_000n, accountBytes: 100_000n, memo: 1_000_000n };
/** Bytes a day that cost nothing. */
export const freeBytes = 600;
const dayMs = 86_400_000;
/** About what the main network's USDT takes: a payee who holds none yet costs twice. */
const energy = { holder: 65_000n, newHolder: 130_000n, failed: 5_000n };
/** So many blocks above it make a block final. */
export const solidAfter = 2;
export const lifeLimitMs = dayMs;

export interface Log {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}
export interface Mined {
  readonly tx: Tx;
  readonly result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
  readonly fee: bigint;
  readonly energy: bigint;
  readonly netUsage: number;
  readonly logs: readonly Log[];
  /** Coins that came back from stake by it. */
  readonly freed?: bigint;
}
export interface Block {
  readonly height: number;
  readonly id: string;
  readonly parent: string;
  readonly time: number;
  readonly mined: readonly Mined[];
}

export interface Genesis {
  readonly unfreezeDays: number;
  readonly coins: Readonly<Record<string, bigint>>;
  /** contract → holder → units. */
  readonly tokens: Readonly<Record<string, Readonly<Record<string, bigint>>>>;
}

export const stateOf = ({ unfreezeDays, coins, tokens }: Genesis): State => ({
  unfreezeDays,
  accounts: new Map(Object.entries(coins).map(([name, balance]) => [name, openAccount(balance)])),
  delegated: new Map(),
  tokens: new Map(
    Object.entries(tokens).flatMap(([contract, held]) =>
      Object.entries(held).map(([holder, units]) => [`${contract}|${holder}`, units] as const),
    ),
  ),
});

export const tokenOf = ({ tokens }: State, contract: string, holder: string): bigint =>
  tokens.get(`${contract}|${holder}`) ?? 0n;

/** `transfer(address,uint256)`; undefined for any other call. */
export function transferIn(data: string): { readonly body: string; readonly amount: bigint } | undefined {
  const call = /^a9059cbb0{24}(.{40})(.{64})$/.exec(data);
  return call ? { body: call[1] ?? '', amount: BigInt(`0x${call[2]}`) } : undefined;
}

export const usedBytes = (account: Account | undefined, at: number): number =>
  !account || at - account.usedAt >= dayMs ? 0 : account.usedBytes;

/** What a trial of a token's transfer takes, and whether it would move anything. */
export function trial(state: State, contract: string, owner: string, to: string, amount: bigint) {
  const moves = tokenOf(state, contract, owner) >= amount;
  const cost = tokenOf(state, contract, to) > 0n ? energy.holder : energy.newHolder;
  return { moves, energy: moves ? cost : energy.failed };
}

/** @returns what was burnt, and the bytes that were free */
function payBytes(state: State, name: string, account: Account, bytes: number, at: number) {
  if (limitOf(state, name, 'bandwidth') - usedOf(account, 'bandwidth', at) >= BigInt(bytes)) {
    take(state, name, 'bandwidth', BigInt(bytes), at);
    return { burnt: 0n, netUsage: bytes };
  }
  const used = usedBytes(account, at);
  if (used + bytes <= freeBytes) {
    Object.assign(account, { usedBytes: used + bytes, usedAt: at });
    return { burnt: 0n, netUsage: bytes };
  }
  const burnt = BigInt(bytes) * price.byte;
  debit(account, burnt, 'BANDWITH_ERROR');
  return { burnt, netUsage: 0 };
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Own energy is used before any is burnt for; the limit counts all of it, as if none were the account's own. */
function moveToken(
  state: State,
  tx: Tx,
  to: string,
  amount: bigint,
  owner: Account,
  at: number,
): Omit<Mined, 'tx' | 'netUsage'> {
  const { moves, energy: needed } = trial(state, tx.to, tx.owner, to, amount);
  const own = limitOf(state, tx.owner, 'energy') - usedOf(owner, 'energy', at);
  const most = lesser(tx.feeLimit / price.energy, own + owner.balance / price.energy);
  const used = lesser(needed, most);
  const fee = (used - take(state, tx.owner, 'energy', used, at)) * price.energy;
  owner.balance -= fee;
  const result = needed > most ? 'OUT_OF_ENERGY' : moves ? 'SUCCESS' : 'REVERT';
  if (result !== 'SUCCESS') return { result, fee, energy: used, logs: [] };
  state.tokens.set(`${tx.to}|${tx.owner}`, tokenOf(state, tx.to, tx.owner) - amount);
  state.tokens.set(`${tx.to}|${to}`, tokenOf(state, tx.to, to) + amount);
  return { result, fee, energy: used, logs: [{ contract: tx.to, from: tx.owner, to, amount }] };
}

/** One transaction on a state, which it changes. @throws Refused, the state then is of no use any more */
export function execute(state: State, tx: Tx, at: number, addressOf: (body: string) => string): Mined {
  const owner = state.accounts.get(tx.owner);
  if (!owner) throw new Refused('CONTRACT_VALIDATE_ERROR', 'Validate error, no OwnerAccount.');
  const memo = tx.memo === '' ? 0n : price.memo;
  debit(owner, memo, 'CONTRACT_VALIDATE_ERROR');
  if (tx.kind === 'TransferContract') {
    const isNew = !state.accounts.has(tx.to);
    const { burnt, netUsage } = isNew
      ? { burnt: price.accountBytes, netUsage: 0 }
      : payBytes(state, tx.owner, owner, tx.bytes + 64, at);
    const fee = isNew ? price.accountBytes + price.account : 0n;
    debit(owner, fee + tx.amount, 'CONTRACT_VALIDATE_ERROR');
    const payee = state.accounts.get(tx.to) ?? openAccount(0n);
    payee.balance += tx.amount;
    state.accounts.set(tx.to, payee);
    return { tx, result: 'SUCCESS', fee: memo + (isNew ? fee : burnt), energy: 0n, netUsage, logs: [] };
  }
  if (tx.kind !== 'TriggerSmartContract') {
    const { burnt, netUsage } = payBytes(state, tx.owner, owner, tx.bytes + 64, at);
    const freed = stakeBy(state, tx, owner, at);
    return { tx, result: 'SUCCESS', fee: memo + burnt, energy: 0n, netUsage, logs: [], freed };
  }
  const call = transferIn(tx.data);
  const known = [...state.tokens.keys()].some((key) => key.startsWith(`${tx.to}|`));
  if (!call || !known) throw new Refused('CONTRACT_VALIDATE_ERROR', 'No contract or not a valid smart contract');
  const { burnt, netUsage } = payBytes(state, tx.owner, owner, tx.bytes + 64, at);
  const moved = moveToken(state, tx, addressOf(call.body), call.amount, owner, at);
  return { tx, netUsage, ...moved, fee: moved.fee + burnt + memo };
}

export const blockId = (height: number, parent: string, time: number, ids: readonly string[]): string => {
  const number = height.toString(16).padStart(16, '0');
  return (
    number +
    sha256(Buffer.from(JSON.stringify([height, parent, time, ids])))
      .toString('hex')
      .slice(16)
  );
};

export const copyOf = ({ unfreezeDays, accounts, tokens, delegated }: State): State => ({
  unfreezeDays,
  delegated: new Map(delegated),
  accounts: new Map([...accounts].map(([name, account]) => [name, { ...account }])),
  tokens: new Map(tokens),
});
