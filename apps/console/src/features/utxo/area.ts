import type { Area } from '../../lib/area.ts';

export const utxo = {
  drawers: ['outputs'],
  endpoints: { utxo: () => import('@holdfast/contract/utxo') },
  live: { order: [['utxo']], deposit: [['utxo']], balance: [['utxo']] },
  log: [{ part: 'utxo', text: 'tools:op.utxo' }],
} as const satisfies Area;
