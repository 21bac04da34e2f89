/** A request the faucet cannot serve, with words for its user. */
export class FaucetError extends Error {}
