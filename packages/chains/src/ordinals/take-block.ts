import { bytesToHex } from '@noble/hashes/utils.js';
import { type Brc20State, readBrc20, takeMove, takeOp } from './brc20.ts';
import { type Curse, type Envelope, envelopesOf } from './envelope.ts';
import { placeAt, startOf, subsidyAt, sumOf } from './flow.ts';
import type { WholeTx } from './types.ts';

/** An inscription and where it lies. */
export interface Located {
  /** `<txid>i<n>`. */
  readonly id: string;
  /** `txid:vout`; `lost` where no output has its sat. */
  readonly outpoint: string;
  readonly offset: bigint;
}
export const lost = 'lost';

export interface NewInscription extends Located {
  readonly height: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly parents: readonly string[];
  readonly curse: Curse | undefined;
}

/** What is known so far, and what is written of a block. Everything of one block is written or nothing. */
export interface OrdinalState extends Brc20State {
  /** Which inscriptions lie on these outpoints. */
  at(outpoints: readonly string[]): Promise<readonly Located[]>;
  add(inscription: NewInscription): Promise<void>;
  move(id: string, outpoint: string, offset: bigint): Promise<void>;
}

export interface OrdinalBlock {
  readonly height: number;
  /** Coinbase first. */
  readonly txs: readonly WholeTx[];
  /** What the inputs of a transaction of the block bring, in order, base units. */
  readonly valuesOf: (tx: WholeTx) => Promise<readonly bigint[]>;
  /** Blocks between two halvings. */
  readonly halving: number;
}

type Floating = { readonly position: bigint } & (
  | { readonly old: Located }
  | {
      readonly id: string;
      readonly envelope: Envelope;
      readonly reinscribes: boolean;
      readonly parents: readonly string[];
    }
);

/** A sat on its way to the coinbase. */
interface Fee {
  readonly floating: Floating;
  /** Among the fees of the block. */
  readonly position: bigint;
}

const outpointsOf = ({ inputs }: WholeTx): string[] => inputs.map(({ txid, vout }) => `${txid}:${vout}`);
const valuesOut = ({ outputs }: WholeTx): bigint[] => outputs.map(({ amount }) => amount);

/** Inscriptions that lie in the inputs, and those that the transaction makes, by their sats. */
function floatingOf(tx: WholeTx, values: readonly bigint[], here: readonly Located[], envelopes: readonly Envelope[]) {
  const outpoints = outpointsOf(tx);
  const olds = here.map(
    (old): Floating => ({ old, position: startOf(values, outpoints.indexOf(old.outpoint)) + old.offset }),
  );
  const taken = new Set(olds.map(({ position }) => position));
  const total = sumOf(valuesOut(tx));
  const news = envelopes.map((envelope, n): Floating => {
    const { pointer, input } = envelope;
    const position = pointer !== undefined && pointer < total ? pointer : startOf(values, input);
    const reinscribes = taken.has(position);
    taken.add(position);
    const parents = envelope.parents.filter((id) => here.some((old) => old.id === id));
    return { id: `${tx.txid}i${n}`, envelope, position, reinscribes, parents };
  });
  // A sort that keeps the order of equals: what was there before comes first.
  return [...olds, ...news].toSorted((a, b) => (a.position < b.position ? -1 : Number(a.position > b.position)));
}

/** Writes where one came to lie. @param holder output script of whoever has it, hex; undefined where no payment to anybody brought it there */
async function settle(
  state: OrdinalState,
  height: number,
  floating: Floating,
  place: { readonly outpoint: string; readonly offset: bigint },
  holder: string | undefined,
): Promise<void> {
  if ('old' in floating) {
    await state.move(floating.old.id, place.outpoint, place.offset);
    return takeMove(state, floating.old.id, holder);
  }
  const { id, envelope, reinscribes, parents } = floating;
  const { contentType, body } = envelope;
  const curse = envelope.curse ?? (reinscribes ? 'reinscription' : undefined);
  await state.add({ id, ...place, height, contentType, body, parents, curse });
  const op = curse === undefined && holder !== undefined ? readBrc20(contentType, body) : undefined;
  if (op && holder !== undefined) await takeOp(state, op, { id, holder, parents });
}

/** @returns sats that went to the fees @param paid fees of the block before this transaction */
async function takeTx(
  state: OrdinalState,
  block: OrdinalBlock,
  tx: WholeTx,
  paid: () => Promise<bigint>,
): Promise<Fee[]> {
  const here = await state.at(outpointsOf(tx));
  const envelopes = envelopesOf(tx);
  if (here.length === 0 && envelopes.length === 0) return [];
  const values = await block.valuesOf(tx);
  const outs = valuesOut(tx);
  const sent = sumOf(outs);
  const fees: Fee[] = [];
  for (const floating of floatingOf(tx, values, here, envelopes)) {
    // ord binds what has an even field that nobody knows to no sat.
    const isUnbound = 'envelope' in floating && floating.envelope.curse === 'evenField';
    const place = isUnbound ? undefined : placeAt(floating.position, outs);
    if (isUnbound) await settle(state, block.height, floating, { outpoint: lost, offset: 0n }, undefined);
    else if (!place) fees.push({ floating, position: (await paid()) + floating.position - sent });
    else {
      const script = bytesToHex(tx.outputs[place.vout]?.script ?? new Uint8Array());
      await settle(
        state,
        block.height,
        floating,
        { outpoint: `${tx.txid}:${place.vout}`, offset: place.offset },
        script,
      );
    }
  }
  return fees;
}

/**
 * Takes a block in: where the inscriptions of its inputs went, which new ones there are, and what that means for BRC-20. The blocks before it, from the first with
 * an inscription on, have been taken in.
 */
export async function takeOrdinals(state: OrdinalState, block: OrdinalBlock): Promise<void> {
  const [coinbase, ...txs] = block.txs;
  if (!coinbase) return;
  const feeOf = async (tx: WholeTx): Promise<bigint> => sumOf(await block.valuesOf(tx)) - sumOf(valuesOut(tx));
  const fees: Fee[] = [];
  // Of the first `counted` transactions.
  let [sum, counted] = [0n, 0];
  for (const [n, tx] of txs.entries()) {
    // Asked for only where a sat goes there, and of each transaction once.
    const paid = async (): Promise<bigint> => {
      for (const before of txs.slice(counted, n)) sum += await feeOf(before);
      counted = n;
      return sum;
    };
    for (const fee of await takeTx(state, block, tx, paid)) fees.push(fee);
  }
  const [subsidy, outs] = [subsidyAt(block.height, block.halving), valuesOut(coinbase)];
  for (const { floating, position } of fees) {
    const place = placeAt(subsidy + position, outs);
    const where = place
      ? { outpoint: `${coinbase.txid}:${place.vout}`, offset: place.offset }
      : { outpoint: lost, offset: 0n };
    await settle(state, block.height, floating, where, undefined);
  }
}
