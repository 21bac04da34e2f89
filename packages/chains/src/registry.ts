import { bitcoin } from './bitcoin/index.ts';
import { ChainError } from './errors.ts';
import { evm } from './evm/index.ts';
import type { ChainFamily } from './family.ts';
import { type Branch, formOf } from './path-text.ts';
import { ton } from './ton/index.ts';
import { tron } from './tron/index.ts';
import type { Curve } from './types.ts';

/** Every family this build knows. */
export const families = { evm, bitcoin, ton, tron } satisfies Record<string, ChainFamily>;

const known = new Map<string, ChainFamily>(Object.entries(families));

/** @throws Error for an id or a coin type that another family has: keys of both would be the same */
export function addFamily(family: ChainFamily): void {
  const rivals = [...known.values()].filter(({ id, coinType }) => id === family.id || coinType === family.coinType);
  if (rivals.length > 0) throw new Error(`${family.id}: the id or coin type is taken`);
  known.set(family.id, family);
}

/**
 * The family of a chain, or of a chain's id.
 * @throws ChainError `unknownFamily`: what is not known is never taken for another
 */
export function familyOf(chain: string | { readonly family: string }): ChainFamily {
  const id = typeof chain === 'string' ? (chain.split(':')[0] ?? '') : chain.family;
  const family = known.get(id);
  if (!family) throw new ChainError('unknownFamily', id.slice(0, 64));
  return family;
}

/** The family whose payment links begin with a scheme, in lower case; undefined where none does. */
export const familyOfLinks = (scheme: string): ChainFamily | undefined =>
  [...known.values()].find(({ links }) => links?.scheme === scheme);

/** Is this a family's own, be it a chain, a plan or what a signer kept? */
export const isOfFamily = ({ id }: Pick<ChainFamily, 'id'>, { family }: { readonly family: string }): boolean =>
  family === id;

/** @throws ChainError `badPath` for a coin of no family */
export function curveOfCoin(coinType: number): Curve {
  const family = [...known.values()].find((each) => each.coinType === coinType);
  if (!family) throw new ChainError('badPath', `coin ${coinType}`);
  return family.curve;
}

/** Does a family have keys there? */
export const hasBranch = (coinType: number, branch: Branch): boolean =>
  [...known.values()].some(
    (family) => family.coinType === coinType && (formOf(branch) === 0 || family.addressForms !== undefined),
  );
