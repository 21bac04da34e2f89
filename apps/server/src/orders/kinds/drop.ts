import type { OrderKindRecord } from './kind.ts';
import { speedup } from './speedup.ts';

/** Nothing in the place of a payment under way: it holds its own fee alone. */
export const drop: OrderKindRecord = {
  ...speedup,
  intent: 'drop',
  attempts: 'drop',
  misfit: ({ raises, asset, outputs: [output], outputs, from, path, call }) => {
    if (!raises) return 'raises';
    if (asset.contract !== '') return 'asset';
    if (call !== '') return 'call';
    const isOwn = output?.address === from && output.path === path;
    return isOwn && output.amount === 0n && outputs.length === 1 ? undefined : 'outputs';
  },
};
