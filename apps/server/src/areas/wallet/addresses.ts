import { type Branch, type ChainConfig, familyOf, groupKeyAt, type KeyRoots, pathLimits } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { isAttested } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { rootsOf } from '../../orders/keys.ts';
import { refuse } from '../../refuse.ts';
import { type Signer, SignerRefusal, SignerUnreachable } from '../../signers/client.ts';
import type { AttestedAddress } from '../../signers/types.ts';
import * as addressQueries from './address-queries.ts';
import { addressPath } from './rules.ts';

export interface AddressDeps {
  readonly db: Db;
  readonly signers: readonly Signer[];
}
export interface AddressPlace {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly chain: ChainConfig;
  readonly branch: Branch;
  /** Index of the first address of the branch; 0 unless the chain's keys have several forms of account. */
  readonly first?: number;
}
interface Root {
  readonly deployment: string;
  readonly keyGroupId: string;
  readonly roots: KeyRoots;
}

async function rootOf(db: Db, workspaceId: WorkspaceId): Promise<Root> {
  const found = await db
    .selectFrom('workspaces as w')
    .innerJoin('key_groups as k', 'k.id', 'w.key_group_id')
    .innerJoin('installation as i', (join) => join.on('i.deployment', 'is not', null))
    .select('k.id as keyGroupId')
    .select((eb) => eb.ref('i.deployment').$notNull().as('deployment'))
    .where('w.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { ...found, roots: await rootsOf(db, found.keyGroupId) };
}

async function ask(signer: Signer, place: { chain: string; path: string; keyGroup: string }): Promise<AttestedAddress> {
  try {
    return await signer.call('address', place);
  } catch (error) {
    if (error instanceof SignerUnreachable) throw refuse('signerUnreachable', { signer: signer.name });
    if (error instanceof SignerRefusal) throw refuse('signerRefused', { signer: signer.name, reason: error.code });
    throw error;
  }
}

/**
 * One address, believed only when our own derivation and every signer name the same one and each signer has signed for it: a server alone,
 * or one signer alone, cannot put a false deposit address in front of anybody (security.md, the promise).
 */
async function attested(signers: readonly Signer[], root: Root, chain: ChainConfig, path: string) {
  const publicKey = groupKeyAt(root.roots, path);
  const address = familyOf(chain).addressOf(chain, publicKey, path);
  const attestations: Record<string, string> = {};
  const answers = await Promise.all(
    signers.map((signer) => ask(signer, { chain: chain.id, path, keyGroup: root.keyGroupId })),
  );
  for (const [index, answer] of answers.entries()) {
    const signer = signers[index];
    const claim = { deployment: root.deployment, keyGroup: root.keyGroupId, chain: chain.id, path, address };
    if (!signer || answer.address !== address || !isAttested(signer.identity, claim, answer.attestation))
      throw refuse('signersDisagree', { what: `${chain.id} ${path}` });
    attestations[signer.id] = answer.attestation;
  }
  return { address, public_key: Buffer.from(publicKey).toString('hex'), attestations };
}

/** The next addresses of a branch, as they would be made, with the index of each; none of them is anybody's before signers have attested it. */
export async function nextAddresses(
  db: Db,
  { workspaceId, subWalletId, chain, branch }: AddressPlace,
  count: number,
): Promise<ReadonlyMap<string, number>> {
  const { roots } = await rootOf(db, workspaceId);
  const next = (await addressQueries.lastIndex(db, { workspaceId, subWalletId, chain: chain.id, branch })) + 1;
  const made = new Map<string, number>();
  for (let index = next; index < next + count && index <= pathLimits.index; index++) {
    const path = addressPath(chain, subWalletId, branch, index);
    made.set(familyOf(chain).addressOf(chain, groupKeyAt(roots, path), path), index);
  }
  return made;
}

/**
 * Makes addresses until the sub-wallet has at least `upTo` of them on this branch, and returns those behind the index `known`, oldest first. Running it
 * again, or twice at once, makes none twice.
 */
export async function ensureAddresses(
  { db, signers }: AddressDeps,
  place: AddressPlace,
  { upTo, known }: { readonly upTo: number; readonly known: number },
  record: Recorder,
) {
  const { workspaceId, subWalletId, chain, branch } = place;
  const root = await rootOf(db, workspaceId);
  const of = { workspaceId, subWalletId, chain: chain.id, branch };
  const last = await addressQueries.lastIndex(db, of);
  const first = last < 0 ? (place.first ?? 0) : 0;
  for (let index = Math.max(last + 1, first); index < first + upTo; index++) {
    const path = addressPath(chain, subWalletId, branch, index);
    const made = await attested(signers, root, chain, path);
    const row = {
      workspace_id: workspaceId,
      sub_wallet_id: subWalletId,
      chain: chain.id,
      key_group_id: root.keyGroupId,
      path,
      branch,
      index,
      ...made,
    };
    await inTransaction(db, async (tx) => {
      const stored = await addressQueries.insertAddress(tx, row);
      const detail = { chain: chain.id, address: made.address, path, subWallet: String(subWalletId) };
      if (stored) await record(tx, { workspaceId, object: `address:${stored.id}`, detail });
    });
  }
  const made = await addressQueries.findAddressesBehind(db, of, known);
  if (made.length < upTo - (known + 1))
    throw new Error(`an address of sub-wallet ${subWalletId} on ${chain.id} is already another path's`);
  return made;
}
