import type { AssetConfig, ChainConfig, FeeTier } from '@holdfast/chains';
import type { AccountReader, ChainBlock, TxStatus, WatchedAddresses } from '@holdfast/chains/rpc';
import { unitsOf } from './family.ts';
import { findMined, type Ledger, type SlateBlock, stateAt, takeRaw } from './ledger.ts';

/** What a node makes of the truth before it tells it. */
export interface Lies {
  balance?: (truth: bigint, address: string, asset: AssetConfig) => bigint;
  /** undefined: the block is not there. */
  block?: (truth: ChainBlock) => ChainBlock | undefined;
}

/** Only movements of listed tokens are told, each under its contract, whatever a token calls itself. */
function tell(
  { assets }: ChainConfig,
  { entries, ...header }: SlateBlock,
  watch: WatchedAddresses | undefined,
): ChainBlock {
  const transfers = entries.flatMap(({ txid, index, from, to, contract, amount, success }) => {
    const asset = assets.find((listed) => listed.contract === contract);
    if (!asset || !success || amount === 0n || watch?.has(to) === false) return [];
    const place = contract === '' ? -1 : index;
    return [{ txid, index: place, from, to, symbol: asset.symbol, contract, amount, coinbase: false }];
  });
  return { ...header, transfers, txids: entries.map(({ txid }) => txid), spent: [], rawTxs: new Map() };
}

const tier = (level: 1 | 2 | 3): FeeTier => ({
  level,
  rate: String(2 * level),
  plan: { price: String(2 * level) },
  estimated: true,
});

function statusOf(ledger: Ledger, txid: string): TxStatus {
  const found = findMined(ledger, txid);
  if (!found) return { state: ledger.waiting.some((entry) => entry.txid === txid) ? 'mempool' : 'unknown' };
  const { block, entry } = found;
  return { state: 'mined', height: block.height, hash: block.hash, success: entry.success, fee: entry.fee };
}

/** A node of the chain. @param afterSend what happens when it took a transaction */
export function slateNode(chain: ChainConfig, ledger: Ledger, lies: Lies, afterSend: () => void): AccountReader {
  const tipHeight = (): number => ledger.blocks.length - 1;
  const blockAt = (at: number | string, watch?: WatchedAddresses): ChainBlock | undefined => {
    const known = typeof at === 'number' ? ledger.blocks : [...ledger.blocks, ...ledger.abandoned];
    const found = known.find(({ height, hash }) => height === at || hash === at);
    const truth = found && tell(chain, found, watch);
    return truth && lies.block ? lies.block(truth) : truth;
  };
  return {
    model: 'account',
    checkNetwork: async () => ledger.blocks[0]?.hash ?? '',
    tip: async () => {
      const height = tipHeight();
      return { height, hash: ledger.blocks[height]?.hash ?? '' };
    },
    header: async (height) => blockAt(height),
    block: async (at, { watch } = {}) => blockAt(at, watch),
    blocks: async (from, to, { watch } = {}) => {
      const told: ChainBlock[] = [];
      for (let height = from; height <= to; height++) {
        const block = blockAt(height, watch);
        if (!block) break;
        told.push(block);
      }
      return told;
    },
    finalizedHeight: async () => Math.max(0, tipHeight() + 1 - chain.confirmations.deposit),
    balance: async (address, asset, height) => {
      const truth = stateAt(ledger, height).balance(address, asset.contract);
      return lies.balance?.(truth, address, asset) ?? truth;
    },
    nonce: async (address) => stateAt(ledger).nonce(address),
    fees: async () => [tier(1), tier(2), tier(3)],
    estimateGas: async ({ contract }) => unitsOf(contract),
    isContract: async (address) => chain.assets.some(({ contract }) => contract === address),
    broadcast: async (raw) => {
      const result = takeRaw(ledger, raw);
      if (result === 'accepted') afterSend();
      return result;
    },
    txStatus: async (txid) => statusOf(ledger, txid),
  };
}
