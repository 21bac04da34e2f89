/** Moves everything of a key group to addresses outside it, without servers and signers: look, plan, sign, send. */

export { payeeOn, readSweepChains } from './chains.ts';
export { type Holding, readHoldings } from './holdings.ts';
export { type Payment, paymentsOf } from './payments.ts';
export { signPayment } from './sign.ts';
