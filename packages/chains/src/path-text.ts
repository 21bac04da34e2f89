import { ChainError } from './errors.ts';

/** `m/{coin}/{subWalletId}/{branch}/{index}`: coin is the family's SLIP-44 type; branch 0 user (deposit), 1 system (change). */
export interface PathParts {
  readonly coin: number;
  readonly wallet: number;
  readonly branch: 0 | 1;
  readonly index: number;
}

const step = '(0|[1-9]\\d{0,9})';
const pathPattern = new RegExp(`^m/${step}/${step}/([01])/${step}$`);
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
  const parts = {
    coin: Number(coin),
    wallet: Number(wallet),
    branch: branch === '1' ? 1 : 0,
    index: Number(index),
  } as const;
  if (whole === undefined || [parts.coin, parts.wallet, parts.index].some((number) => number >= firstHardened))
    throw new ChainError('badPath', path.slice(0, 64));
  return parts;
}
