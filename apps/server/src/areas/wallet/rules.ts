import { type Branch, type ChainConfig, familyOf, formatPath, formOf, isSystem } from '@holdfast/chains';
import type { CallerRole, SubWalletId } from '@holdfast/contract';
import { factsOf } from '../../chains/facts.ts';

/** Favourites per user and sub-wallet (domain.md 7.2). */
export const focusMax = 20;
/** Pinned sub-wallets of a workspace: they stand on every first page. */
export const topMax = 50;
export const subWalletMax = 1_000_000;
/** Addresses in one request (domain.md 7.3). */
export const addressMax = 100;

/** `status` of a sub-wallet on the wire. */
export const subWalletStatus = { creating: 0, active: 1, archived: 2 } as const;

/** `app_show_status` on the wire. */
export const shownStatus = { shown: 1, hidden: 2 } as const;
/** Members ask for nothing new from a sub-wallet that is hidden; API clients, which see no console, do. */
export const isHiddenFrom = (role: CallerRole, { app_show_status }: { readonly app_show_status: number }): boolean =>
  role !== 'api' && app_show_status === shownStatus.hidden;

/** Derivation path of an address: SLIP-44 coin of the family, sub-wallet, branch, index. */
export const addressPath = (chain: ChainConfig, wallet: SubWalletId, branch: Branch, index: number): string =>
  formatPath({ coin: familyOf(chain).coinType, wallet, branch, index });

const formsOf = (chain: ChainConfig): readonly string[] => familyOf(chain).accountForms ?? [];

/** Index of the first address: it says the form of the account where a key can have several. */
export const firstIndex = (chain: ChainConfig, form: string): number => Math.max(0, formsOf(chain).indexOf(form));

export const hasForm = (chains: readonly ChainConfig[], form: string): boolean =>
  form === '' || chains.some((chain) => formsOf(chain).includes(form));

/** The form of address that a name means: the second, or the usual one. @returns undefined for no form of the chain's */
export function addressForm(chain: ChainConfig, name: string): 0 | 1 | undefined {
  const forms: readonly string[] = familyOf(chain).addressForms ?? [];
  const at = name === '' ? 0 : forms.indexOf(name);
  return at === 0 || at === 1 ? at : undefined;
}

/** What the form of an address is called; '' where there is one alone. */
export const formName = (chain: ChainConfig, branch: Branch): string =>
  familyOf(chain).addressForms?.[formOf(branch)] ?? '';

/** What a new sub-wallet gets on a chain: its deposit address, and on UTXO chains one for change. */
export const firstBranches = (chain: ChainConfig): readonly Branch[] => (factsOf(chain).manyAddresses ? [0, 1] : [0]);

/** `addr_type` on the wire: of users, or of the system's own. */
export const addressType = (branch: Branch): 1 | 2 => (isSystem(branch) ? 2 : 1);

/** Does one of the texts contain the keyword, whatever its case? */
export function matches(keyword: string | undefined, ...texts: readonly string[]): boolean {
  const wanted = keyword?.toLowerCase() ?? '';
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

/** What the signers said of an address when it was made; whoever reads it can check that by their keys. */
export const proofOf = (
  deployment: string,
  {
    key_group_id,
    attestations,
  }: { readonly key_group_id: string; readonly attestations: Readonly<Record<string, unknown>> },
) => ({
  deployment,
  key_group: key_group_id,
  attestations: Object.entries(attestations).map(([signer, attestation]) => ({
    signer,
    attestation: String(attestation),
  })),
});
