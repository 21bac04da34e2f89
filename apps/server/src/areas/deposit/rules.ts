/** Why a coin is not to be sent here now, by the name of what is said of it. */
export type Stopped = 'transfersSuspended' | 'coinClosed' | 'chainWrongNetwork' | 'chainUnreachable';

/** @param chain as it is followed; undefined before its first block */
export function stoppedBy({
  frozen,
  open,
  chain,
}: {
  readonly frozen: boolean;
  readonly open: boolean;
  readonly chain: { readonly state: string; readonly problem: string } | undefined;
}): Stopped | '' {
  if (frozen) return 'transfersSuspended';
  if (!open) return 'coinClosed';
  if (chain?.state !== 'down') return '';
  return chain.problem === 'wrongNetwork' ? 'chainWrongNetwork' : 'chainUnreachable';
}
