import { type Mutant, noticedBy, part } from './part.ts';

const ofPackage =
  (from: string) =>
  (...of: Parameters<typeof part>): Mutant => ({ ...part(...of), from });
const ofPolicy = ofPackage('packages/policy');
const ofChains = ofPackage('packages/chains');

/** That a swap is what it says, to the account itself, through a router that is listed, and at a price that rules allow. */
export const swapChecks: readonly Mutant[] = noticedBy('swap', [
  ofPolicy(
    'that a swap is what it says',
    'intent-call.ts',
    "return isSoundTrade(intent, reading) ? undefined : 'unsoundTrade';",
    'return undefined;',
  ),
  ofPolicy('who gets what a swap brings', 'intent-call.ts', 'trade.to === intent.from && ', ''),
  ofPolicy('how little a swap may bring', 'intent-call.ts', ' && trade.least >= stated.units', ''),
  ofPolicy('what a swap gives', 'intent-call.ts', ' && givesAsSaid(intent, trade)', ''),
  ofPolicy('when a swap ends', 'intent-call.ts', ' && ends <= BigInt(intent.expires)', ''),
  ofPolicy('what stands behind a swap', 'call/trade.ts', 'more.length > 0 || ', ''),
  ofPolicy('how many coins go along with a swap', 'call/trade.ts', 'refunds && swap.most === along', 'refunds'),
  ofPolicy('how much a swap may lose', 'conditions/loss.ts', 'asked.loss()', '(0n as bigint | undefined)'),
  ofPolicy('a loss by a swap that nobody knows', 'conditions/loss.ts', "return 'perhaps';", "return 'no';"),
  ofChains(
    'through which contract a swap goes',
    'transfer.ts',
    "need(router !== undefined, 'call: no router of this chain');",
    '',
  ),
  ofChains(
    'for which token coins stand in a swap',
    'transfer.ts',
    "need(coins === undefined || (router?.kind === 'v3' && router.wrapped === coins), 'call: coins for another token');",
    '',
  ),
]);
