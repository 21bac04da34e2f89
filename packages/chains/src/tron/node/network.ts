import { checkSeen } from '../../rpc/network.ts';
import type { ChainConfig } from '../../types.ts';
import { readHeader } from './blocks.ts';
import type { TronNode } from './http.ts';

/** By network. Of others the first block that was seen is kept. */
const genesisOf: Readonly<Record<string, string>> = {
  mainnet: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  nile: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
  shasta: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
};

/** Nodes do not name their network: the first block does. */
export async function checkNetwork(node: TronNode, chain: ChainConfig, seenBefore?: string): Promise<string> {
  const { hash } = readHeader(await node.askFor('wallet/getblockbynum', { num: 0 }));
  const network = chain.id.slice(chain.family.length + 1);
  return checkSeen(chain, { network, genesis: hash }, { network, genesis: genesisOf[network] }, seenBefore);
}
