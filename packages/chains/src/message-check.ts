import { type Intent, isMessage, messageFaultOf, messageIn, outflowsOf } from '@holdfast/policy';
import { ChainError } from './errors.ts';
import { checkPathOf, type TransferRules } from './transfer.ts';
import { type ChainConfig, findAsset } from './types.ts';

const need = (holds: boolean, field: string): void => {
  if (!holds) throw new ChainError('badIntent', field);
};

/** What a message says of tokens is of tokens that are listed here, and of all of these that may be taken by it: nobody counts what is not said. */
function checkOutflows(chain: ChainConfig, intent: Intent): void {
  const stated = outflowsOf(intent);
  const unknown = stated.find((one) => one.contract === '' || !findAsset(chain, one));
  if (unknown) throw new ChainError('unknownAsset', `${unknown.symbol} ${unknown.contract}`);
  const leaving = new Set(messageIn(intent)?.leaves.map(({ token }) => token));
  const unsaid = chain.assets.find(
    ({ contract }) => leaving.has(contract) && !stated.some((one) => one.contract === contract),
  );
  if (unsaid) throw new ChainError('badIntent', `call: nothing is said of ${unsaid.contract}`);
}

/** The fields of an intent that a message has to obey, checked against the chain's registry. @throws ChainError */
export function checkMessage(
  family: Pick<TransferRules, 'coinType' | 'checkAddress'>,
  chain: ChainConfig,
  intent: Intent,
): void {
  need(isMessage(intent), 'kind');
  need(intent.chain === chain.id, 'chain');
  need(intent.conflict === 'none', 'conflict');
  need(intent.maxFee === '0', 'maxFee');
  for (const field of ['asset', 'feeAsset'] as const) need(findAsset(chain, intent[field])?.contract === '', field);
  checkPathOf(family, intent, intent.path);
  for (const { address } of intent.outputs) {
    const checked = family.checkAddress(chain, address);
    if (!checked.ok || checked.address !== address) throw new ChainError('badAddress', address);
  }
  const fault = messageFaultOf(intent);
  if (fault) throw new ChainError('badIntent', fault);
  checkOutflows(chain, intent);
}
