import {
  type Located,
  lost,
  type NewInscription,
  type OpenTransfer,
  type OrdinalState,
  type Tick,
} from '../src/ordinals/index.ts';

/** The state of an index in memory, as plain as can be. */
export function memoryState() {
  const where = new Map<string, Located>();
  const made = new Map<string, NewInscription>();
  const ticks = new Map<string, Tick>();
  const balances = new Map<string, { available: bigint; transferable: bigint }>();
  const transfers = new Map<string, OpenTransfer>();
  const nothing = { available: 0n, transferable: 0n };
  const state: OrdinalState = {
    at: async (outpoints) => [...where.values()].filter(({ outpoint }) => outpoints.includes(outpoint)),
    add: async (one) => {
      made.set(one.id, one);
      where.set(one.id, { id: one.id, outpoint: one.outpoint, offset: one.offset });
    },
    move: async (id, outpoint, offset) => void where.set(id, { id, outpoint, offset }),
    tick: async (key) => ticks.get(key),
    available: async (key, holder) => (balances.get(`${key} ${holder}`) ?? nothing).available,
    openTransfer: async (id) => transfers.get(id),
    deploy: async (key, tick) => void ticks.set(key, tick),
    open: async (id, transfer) => void transfers.set(id, transfer),
    use: async (id) => void transfers.delete(id),
    change: async ({ kind, key, holder, available, transferable }) => {
      const before = balances.get(`${key} ${holder}`) ?? nothing;
      balances.set(`${key} ${holder}`, {
        available: before.available + available,
        transferable: before.transferable + transferable,
      });
      const tick = ticks.get(key);
      if (kind === 'mint' && tick) ticks.set(key, { ...tick, minted: tick.minted + available });
    },
  };
  return {
    state,
    made,
    ticks,
    transfers,
    placeOf: (id: string) => where.get(id),
    isLost: (id: string) => where.get(id)?.outpoint === lost,
    balance: (key: string, holder: string) => balances.get(`${key} ${holder}`) ?? nothing,
    all: () => [...balances.values()],
  };
}
