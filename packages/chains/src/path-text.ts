import { ChainError } from './errors.ts';

/**
 * What the addresses of a branch are: 0 user (deposit), 1 system (change). Where keys of a family have two forms of address (`addressForms`), 2 and 3 are the
 * same of the second form: so the form of an address follows from its path, and no key is used in both.
 */
export type Branch = 0 | 1 | 2 | 3;
export const branchFor = {
  user: (form: 0 | 1): Branch => (form === 1 ? 2 : 0),
  system: (form: 0 | 1): Branch => (form === 1 ? 3 : 1),
};
export const isSystem = (branch: number): boolean => branch % 2 === 1;
export const formOf = (branch: number): 0 | 1 => (branch >= 2 ? 1 : 0);

/** `m/{coin}/{subWalletId}/{branch}/{index}`: coin is the family's SLIP-44 type. */
export interface PathParts {
  readonly coin: number;
  readonly wallet: number;
  readonly branch: Branch;
  readonly index: number;
}

const step = '(0|[1-9]\\d{0,9})';
const pathPattern = new RegExp(`^m/${step}/${step}/([0-3])/${step}$`);
const firstHardened = 0x80000000;

/**
 * The farthest that anything of ours is looked for, and so the farthest that anything is sent: beyond, coins would be ours by key and lost in practice,
 * since no list of addresses goes there. What is there already can still be moved out.
 */
export const pathLimits = { wallet: 1_000_000, index: 100_000 } as const;

export const isWithinLimits = ({ wallet, index }: PathParts): boolean =>
  wallet <= pathLimits.wallet && index <= pathLimits.index;

export const formatPath = (p: PathParts): string => `m/${p.coin}/${p.wallet}/${p.branch}/${p.index}`;

/** The parts of a path, whatever its coin. @throws ChainError `badPath` for anything but the one spelling */
export function splitPath(path: string): PathParts {
  const [whole, coin, wallet, branch, index] = pathPattern.exec(path) ?? [];
  const parts = { coin: Number(coin), wallet: Number(wallet), branch: Number(branch) as Branch, index: Number(index) };
  if (whole === undefined || [parts.coin, parts.wallet, parts.index].some((number) => number >= firstHardened))
    throw new ChainError('badPath', path.slice(0, 64));
  return parts;
}
