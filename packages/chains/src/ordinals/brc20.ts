import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What BRC-20 says of one inscription, and what it means for balances (layer1.gitbook.io, "Rules"). Amounts: base units of 10^-18, whatever the tick's own decimals. */

export const brc20Decimals = 18;
const unit = 10n ** BigInt(brc20Decimals);
/** What an amount is never above: 2^64 - 1 whole ones. */
export const mostUnits = (2n ** 64n - 1n) * unit;

/** A tick as it is compared: its letters without case, as hex of UTF-8. */
export const tickKey = (tick: string): string => bytesToHex(utf8ToBytes(tick.toLowerCase()));

export type Brc20Op =
  | {
      readonly op: 'deploy';
      readonly tick: string;
      readonly max: bigint;
      readonly limit: bigint;
      readonly decimals: number;
      readonly selfMint: boolean;
    }
  /** Amounts as text: how many decimals they may have, the tick's deployment says. */
  | { readonly op: 'mint' | 'transfer'; readonly tick: string; readonly amount: string };

/** Digits with at most so many after one dot; neither sign nor exponent. @returns base units */
export function amountOf(text: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || whole.length > 40 || fraction.length > decimals) return undefined;
  const units = BigInt(whole + fraction.padEnd(brc20Decimals, '0'));
  return units > mostUnits ? undefined : units;
}

/** As an inscription says an amount: shortest, without trailing zeros. */
export function amountText(units: bigint): string {
  const fraction = String(units % unit)
    .padStart(brc20Decimals, '0')
    .replace(/0+$/, '');
  return `${units / unit}${fraction === '' ? '' : `.${fraction}`}`;
}

function textsOf(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Four bytes, or five where whoever deployed it alone may mint. */
const tickBytes = (tick: string): number => utf8ToBytes(tick).length;

function deployOf(tick: string, said: Readonly<Record<string, unknown>>): Brc20Op | undefined {
  const selfMint = said.self_mint === 'true';
  if ((tickBytes(tick) === 5) !== selfMint && tickBytes(tick) === 5) return undefined;
  const dec = said.dec === undefined ? '18' : text(said.dec);
  if (dec === undefined || !/^\d{1,2}$/.test(dec) || Number(dec) > brc20Decimals) return undefined;
  const decimals = Number(dec);
  const own = tickBytes(tick) === 5;
  let max = amountOf(text(said.max) ?? '', decimals);
  let limit = said.lim === undefined ? max : amountOf(text(said.lim) ?? '', decimals);
  if (max === undefined || limit === undefined) return undefined;
  // Without an end, where only its owner mints.
  if (max === 0n && own) max = mostUnits;
  if (limit === 0n && own && max === mostUnits) limit = mostUnits;
  return max === 0n || limit === 0n ? undefined : { op: 'deploy', tick, max, limit, decimals, selfMint: own };
}

/** What the content of an inscription says; undefined where it says nothing of BRC-20. */
export function readBrc20(contentType: string, body: Uint8Array): Brc20Op | undefined {
  if (!/^(text\/plain|application\/json)\s*(;|$)/.test(contentType)) return undefined;
  const said = textsOf(body);
  const [tick, op] = [text(said?.tick), text(said?.op)];
  if (said?.p !== 'brc-20' || tick === undefined || ![4, 5].includes(tickBytes(tick))) return undefined;
  if (op === 'deploy') return deployOf(tick, said);
  const amount = text(said.amt);
  return amount !== undefined && (op === 'mint' || op === 'transfer') ? { op, tick, amount } : undefined;
}

export interface Tick {
  /** As it was deployed. */
  readonly tick: string;
  readonly max: bigint;
  readonly limit: bigint;
  readonly decimals: number;
  readonly selfMint: boolean;
  /** Id of the inscription that deployed it. */
  readonly deploy: string;
  readonly minted: bigint;
}

/** One change of one holder's balance. `holder`: output script, hex. */
export interface Brc20Change {
  readonly kind: 'deploy' | 'mint' | 'inscribe' | 'send' | 'receive' | 'return';
  /** `tickKey`. */
  readonly key: string;
  readonly inscription: string;
  readonly holder: string;
  readonly available: bigint;
  readonly transferable: bigint;
}

/** A transfer that was inscribed and has not been used. */
export interface OpenTransfer {
  readonly key: string;
  readonly amount: bigint;
  readonly holder: string;
}

/** What is known of BRC-20 so far. */
export interface Brc20State {
  tick(key: string): Promise<Tick | undefined>;
  available(key: string, holder: string): Promise<bigint>;
  openTransfer(inscription: string): Promise<OpenTransfer | undefined>;
  deploy(key: string, tick: Tick): Promise<void>;
  change(change: Brc20Change): Promise<void>;
  /** Of a transfer: inscribed, then used once. */
  open(inscription: string, transfer: OpenTransfer): Promise<void>;
  use(inscription: string): Promise<void>;
}

interface Inscribed {
  readonly id: string;
  /** Output script of whoever has it, hex. */
  readonly holder: string;
  /** Of those that it comes from, the ones that were spent with it. */
  readonly parents: readonly string[];
}

/** Takes in what a new inscription says. What breaks a rule changes nothing. */
export async function takeOp(state: Brc20State, op: Brc20Op, { id, holder, parents }: Inscribed): Promise<void> {
  const key = tickKey(op.tick);
  const tick = await state.tick(key);
  const plain = { key, inscription: id, holder, available: 0n, transferable: 0n };
  if (op.op === 'deploy') {
    if (tick) return;
    const { op: _, ...terms } = op;
    await state.deploy(key, { ...terms, deploy: id, minted: 0n });
    return state.change({ ...plain, kind: 'deploy' });
  }
  const amount = tick && amountOf(op.amount, tick.decimals);
  if (!tick || amount === undefined || amount === 0n) return;
  if (op.op === 'mint') {
    const left = tick.max - tick.minted;
    if (left <= 0n || amount > tick.limit || (tick.selfMint && !parents.includes(tick.deploy))) return;
    // The last one takes what is left.
    if (amount > left) return state.change({ ...plain, kind: 'mint', available: left });
    return state.change({ ...plain, kind: 'mint', available: amount });
  }
  if ((await state.available(key, holder)) < amount) return;
  await state.open(id, { key, amount, holder });
  await state.change({ ...plain, kind: 'inscribe', available: -amount, transferable: amount });
}

/** Takes in that an inscription moved. @param to output script of whoever has it now, hex; undefined where it went to the miner as a fee */
export async function takeMove(state: Brc20State, id: string, to: string | undefined): Promise<void> {
  const transfer = await state.openTransfer(id);
  if (!transfer) return;
  const { key, amount, holder } = transfer;
  await state.use(id);
  const spent = { key, inscription: id, holder, transferable: -amount };
  // As a fee it goes back to whoever inscribed it.
  if (to === undefined) return state.change({ ...spent, kind: 'return', available: amount });
  await state.change({ ...spent, kind: 'send', available: 0n });
  await state.change({ key, inscription: id, holder: to, kind: 'receive', available: amount, transferable: 0n });
}
