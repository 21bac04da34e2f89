export { askByFetch } from './fetch.ts';
export { PriceConfigError } from './fields.ts';
export { createPrices, type Prices, type SourceState } from './prices.ts';
export type { FileConfig } from './sources/file.ts';
export { readSources, type SourceConfig } from './sources/index.ts';
export { type Ask, type AskLimits, type PriceProblem, priceProblems, type SourcedPrice } from './types.ts';
