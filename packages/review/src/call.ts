import {
  type AbiType,
  type Intent,
  inflowOf,
  isEndlessCall,
  type Outflow,
  outflowsOf,
  type Parameter,
  type ReadCall,
  type Reading,
  readCall,
  type Value,
} from '@holdfast/policy';
import { amountText, honestText } from './format.ts';
import type { Review } from './open.ts';

/** A contract call in words: what pages and terminals say of it, from the bytes that are signed. */

/** One argument, or a part of one: `params.amountIn`, `path[1]`. */
export interface ToldArgument {
  readonly name: string;
  readonly kind: AbiType['kind'];
  readonly text: string;
}

export interface ToldCall {
  /** 1 for the call itself; `1.2` for the second call in it. */
  readonly number: string;
  readonly contract: string;
  /** The name that members gave the contract in the address book; '' where they gave none. */
  readonly label: string;
  readonly source: ReadCall['source'];
  /** The method's name, its selector where nobody knows one, '' for a plain payment. */
  readonly title: string;
  /** `0x…`, '' for a plain payment. */
  readonly selector: string;
  /** `transfer(address to,uint256 amount)`; '' where nobody knows one. */
  readonly signature: string;
  readonly args: readonly ToldArgument[];
  /** All that is sent, where nobody can say what it means; else ''. */
  readonly raw: string;
}

function partsOf(name: string, type: AbiType, value: Value): ToldArgument[] {
  if (type.kind === 'tuple' && Array.isArray(value)) {
    const fields = type.parts;
    return value.flatMap((part, i) => argumentsOf(fields[i], part, i, name));
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    if (value.length === 0) return [{ name, kind: 'list', text: '[]' }];
    return value.flatMap((part, i) => partsOf(`${name}[${i}]`, type.of, part));
  }
  return [
    { name, kind: type.kind, text: type.kind === 'string' ? JSON.stringify(honestText(String(value))) : String(value) },
  ];
}

/** A value as it is told, in all its parts. What has no name is called by its place. */
export function argumentsOf(parameter: Parameter | undefined, value: Value, at: number, within = ''): ToldArgument[] {
  if (!parameter) return [];
  const own = parameter.name === '' ? String(at + 1) : parameter.name;
  return partsOf(within === '' ? own : `${within}.${own}`, parameter.type, value);
}

/** Calls that stand in a call are told by themselves, so their bytes are not told twice. */
const isOfInner = ({ inner }: ReadCall, { kind, text }: ToldArgument): boolean =>
  kind === 'bytes' && inner.some(({ data }) => data === text);

/** A call and those in it, as they are told. @param labelOf what members call a contract */
export function told(call: ReadCall, number: string, labelOf: (contract: string) => string): ToldCall[] {
  const { contract, source, method, selector, data, args } = call;
  const all = method ? args.flatMap((value, i) => argumentsOf(method.inputs[i], value, i)) : [];
  const own: ToldCall = {
    ...{ number, contract, source, selector },
    label: honestText(labelOf(contract)),
    title: method?.name ?? selector,
    signature: method?.text ?? '',
    args: all.filter((one) => !isOfInner(call, one)),
    raw: source === 'raw' ? data : '',
  };
  return [own, ...call.inner.flatMap((one, i) => told(one, `${number}.${i + 1}`, labelOf))];
}

/** `allowed`: of it, or of a part of it, nothing leaves by itself: somebody may take it from then on. */
interface ToldOutflow extends Outflow {
  readonly amount: string;
  readonly allowed: boolean;
}

/** One of a collection that leaves, or several of it. */
export interface ToldThing {
  readonly contract: string;
  /** As members call the collection; '' where they have no name for it. */
  readonly label: string;
  readonly id: string;
  readonly amount: string;
  readonly to: string;
}

export interface ToldCalls {
  readonly calls: readonly ToldCall[];
  readonly outflows: readonly ToldOutflow[];
  /** What leaves of collections. No signer counts it: it is no money. */
  readonly things: readonly ToldThing[];
  /** What a swap brings at least; undefined for what does not say that it is one. */
  readonly inflow: { readonly amount: string; readonly symbol: string; readonly contract: string } | undefined;
  /** Tokens that leave by it and are no money to this signer: nobody counts them. */
  readonly uncounted: readonly string[];
  /** It lets somebody take everything of a token. */
  readonly endless: boolean;
  readonly hasRaw: boolean;
}

type Known = Pick<Review, 'intent' | 'entries'>;

/** As this page reads it, with the methods that stand in the entries which the signer told, each proven by its hash. */
function readingOf({ intent, entries }: Known): Reading | undefined {
  return readCall(intent, (contract) =>
    entriesOf(intent, entries, contract).flatMap(({ entry }) => entry.methods ?? []),
  );
}

const entriesOf = ({ chain }: Intent, entries: Review['entries'], contract: string) =>
  [...entries.values()].filter(({ entry }) => entry.address === contract && entry.chains.includes(chain));

/** @returns undefined for what nobody can read: that is approved by nobody */
export function callTold(review: Known): ToldCalls | undefined {
  const reading = readingOf(review);
  if (!reading) return undefined;
  const { intent, entries } = review;
  const stated = outflowsOf(intent);
  const comes = inflowOf(intent);
  const labelOf = (contract: string): string => entriesOf(intent, entries, contract)[0]?.entry.label ?? '';
  const calls = told(reading.outer, '1', labelOf);
  const tokens = new Set(reading.leaves.flatMap(({ token, things }) => (things ? [] : [token])));
  return {
    calls,
    outflows: stated.map((one) => ({
      ...one,
      amount: amountText(String(one.units), one.decimals),
      allowed: reading.leaves.some(({ token, allowed }) => allowed === true && token === one.contract),
    })),
    things: reading.leaves.flatMap(({ token: contract, things = [] }) =>
      things.map(({ id, amount, to }) => ({
        ...{ contract, to, label: honestText(labelOf(contract)) },
        ...{ id: String(id), amount: String(amount) },
      })),
    ),
    inflow: comes && { ...comes, amount: amountText(String(comes.units), comes.decimals) },
    uncounted: [...tokens].filter((token) => stated.every(({ contract }) => contract !== token)),
    endless: isEndlessCall(intent, reading),
    hasRaw: calls.some(({ source }) => source === 'raw'),
  };
}

/** What it is to be called in one line: its method, or that nobody knows one. */
export const callTitle = (review: Known): string => callTold(review)?.calls[0]?.title ?? '';

/** With how many of the chain's coins; '' where none go along. */
export const valueTold = ({ intent: { outputs, asset } }: Pick<Review, 'intent'>): string => {
  const units = outputs[0]?.amount ?? '0';
  return units === '0' ? '' : `${amountText(units, asset.decimals)} ${asset.symbol}`;
};
