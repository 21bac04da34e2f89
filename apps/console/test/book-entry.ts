/** A payee of the address book, as the server lists it. @param from epoch milliseconds from which it can be paid */
export const entry = (label: string, address: string, from = 0) => ({
  ...{ id: label.length.toString(16).padStart(2, '0').repeat(32), address, memo: '', label, chains: ['evm:1'] },
  ...{ base_symbols: [], symbols: [], contracts: [], methods: [], type: 1, owner: null, status: 2, white: 1 },
  ...{ listed_at: new Date(from), effective_at: new Date(from), last_used_at: null, used_count: 0, similar: [] },
});
