import { add } from '@holdfast/money';
import { fieldsOf, storedText } from './stored.ts';

/** An output of ours that somebody chose for a payment. */
export interface ChosenOutput {
  readonly txid: string;
  readonly vout: number;
  /** Decimal text in whole coins. */
  readonly amount: string;
  readonly address: string;
  /** What members call it or its address; '' for nothing. */
  readonly name: string;
}

/** Where it is spent from: sub-wallet and coin (`coinKey`). */
type Place = readonly [subWalletId: number, coin: string];
let kept: { readonly place: string; readonly outputs: readonly ChosenOutput[] } | undefined;
const placeText = ([subWalletId, coin]: Place): string => `${subWalletId} ${coin}`;

/** Takes a choice from one screen to another of the same page: an address would be too long for it. */
export function carryChosen(place: Place, outputs: readonly ChosenOutput[]): void {
  kept = { place: placeText(place), outputs };
}
export const chosenFor = (place: Place): readonly ChosenOutput[] =>
  kept?.place === placeText(place) ? kept.outputs : [];

export const sumOfChosen = (outputs: readonly Pick<ChosenOutput, 'amount'>[]): string =>
  outputs.reduce((sum, { amount }) => add(sum, amount), '0');
export const outpointsOf = (outputs: readonly ChosenOutput[]): { txid: string; vout: number }[] =>
  outputs.map(({ txid, vout }) => ({ txid, vout }));
/** Whoever reads the chain learns of a payment that its addresses are one owner's. */
export const addressesOf = (outputs: readonly ChosenOutput[]): number =>
  new Set(outputs.map(({ address }) => address)).size;

/** What members call those addresses and outputs, each once. */
export const namesOf = (outputs: readonly ChosenOutput[]): string[] =>
  [...new Set(outputs.map(({ name }) => name))].filter((name) => name !== '').toSorted();

function readOne(value: unknown): ChosenOutput | undefined {
  const { txid, vout, amount, address, name } = fieldsOf(value);
  const id = storedText(txid, /^[0-9a-f]{64}$/);
  const units = storedText(amount, /^\d{1,78}(\.\d{1,78})?$/);
  if (id === '' || units === '' || typeof vout !== 'number' || !Number.isSafeInteger(vout) || vout < 0)
    return undefined;
  return {
    ...{ txid: id, vout, amount: units, address: storedText(address, /^[A-Za-z0-9]{1,120}$/) },
    name: storedText(name, /^.{0,100}$/u),
  };
}
/** As somebody left them in a form. */
export const storedOutputs = (value: unknown): readonly ChosenOutput[] =>
  Array.isArray(value) ? value.flatMap((each: unknown) => readOne(each) ?? []) : [];
