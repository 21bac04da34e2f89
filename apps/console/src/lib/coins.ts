/**
 * What the console knows of coins by their symbols: where @web3icons/core has the drawing (`scripts/icons.mjs`), and with how much of it one tries. One that is not here is
 * drawn as its first letter, and tried with one.
 */
export const coins: Readonly<Record<string, { readonly drawing?: string; readonly tried: string }>> = {
  BTC: { drawing: 'tokens/BTC', tried: '0.1' },
  ETH: { drawing: 'tokens/ETH', tried: '1' },
  // Drawn here: @web3icons/core has none.
  NOT: { tried: '1000' },
  TON: { drawing: 'networks/ton', tried: '10' },
  TRX: { drawing: 'tokens/TRX', tried: '1000' },
  USDC: { drawing: 'tokens/USDC', tried: '1000' },
  USDT: { drawing: 'tokens/USDT', tried: '1000' },
};
