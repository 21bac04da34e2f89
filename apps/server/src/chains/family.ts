import { type ChainConfig, ChainError, type ChainFamily, familyOf } from '@holdfast/chains';

type FamilyIn<M extends ChainFamily['model']> = Extract<ChainFamily, { readonly model: M }>;

/** @throws ChainError `unknownFamily`, `wrongFamily` for one without accounts */
export function accountFamily(chain: ChainConfig): FamilyIn<'account'> {
  const family = familyOf(chain);
  if (family.model !== 'account') throw new ChainError('wrongFamily', chain.id);
  return family;
}

/** @throws ChainError `unknownFamily`, `wrongFamily` for one of another model */
export function timedFamily(chain: ChainConfig): FamilyIn<'timed'> {
  const family = familyOf(chain);
  if (family.model !== 'timed') throw new ChainError('wrongFamily', chain.id);
  return family;
}

/** @throws ChainError `unknownFamily`, `wrongFamily` for one without coins */
export function utxoFamily(chain: ChainConfig): FamilyIn<'utxo'> {
  const family = familyOf(chain);
  if (family.model !== 'utxo') throw new ChainError('wrongFamily', chain.id);
  return family;
}
