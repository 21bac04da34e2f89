import { type ChainConfig, ChainError, familyOf, readChainConfig } from '@holdfast/chains';
import { RecoverError } from '../recover.ts';

/** The list of chains, as in a signer's or the server's configuration: the file itself, or its `chains`. @throws RecoverError badChains */
export function readSweepChains(text: string): Map<string, ChainConfig> {
  try {
    const value: unknown = JSON.parse(text);
    const listed: unknown = Array.isArray(value) ? value : (value as { chains?: unknown } | null)?.chains;
    if (!Array.isArray(listed)) throw new RecoverError('badChains', 'no list of chains');
    return new Map(
      listed.map((one, n) => {
        const chain = readChainConfig(one, `chains.${n}`);
        return [chain.id, chain];
      }),
    );
  } catch (error) {
    if (error instanceof RecoverError) throw error;
    throw new RecoverError('badChains', error instanceof Error ? error.message : '');
  }
}

/** Where everything goes, in its one spelling. @throws RecoverError badAddress */
export function payeeOn(chain: ChainConfig, text: string): string {
  try {
    const checked = familyOf(chain).checkAddress(chain, text);
    if (checked.ok) return checked.address;
    throw new RecoverError('badAddress', `${chain.id}=${text}: ${checked.reason}`);
  } catch (error) {
    if (error instanceof ChainError) throw new RecoverError('badAddress', `${chain.id}=${text}: ${error.message}`);
    throw error;
  }
}
