import { fstatSync } from 'node:fs';
import { identityFromJson, publicKeysOf } from '@holdfast/channel';
import { kitToJson } from '@holdfast/mpc';
import { openShares } from './signing/shares.ts';
import type { StoredGroup } from './state/entries.ts';
import type { SignerState } from './state/state.ts';
import { openStore, type Store } from './store/store.ts';

export interface ExportOptions {
  readonly dir: string;
  readonly passphrase: string;
  /** Id of the key group; may be left out when there is one. */
  readonly group?: string | undefined;
  readonly now?: () => number;
}

/** @throws Error unless the descriptor is a pipe: a share must not end up on a screen, in a log or unencrypted on a disk */
export function demandPipe(descriptor: number): void {
  const place = fstatSync(descriptor);
  if (!place.isFIFO() && !place.isSocket())
    throw new Error('The share leaves only through a pipe: … export … | npx holdfast kit seal FILE.age');
}

function chosenGroup({ groups }: SignerState, wanted: string | undefined): StoredGroup {
  const [only, ...more] = groups.values();
  const group = wanted === undefined && more.length === 0 ? only : groups.get(wanted ?? '');
  if (group) return group;
  if (!only) throw new Error('This signer holds no active key group.');
  throw new Error(`Name the key group with --group: ${[...groups.keys()].join(', ')}.`);
}

/** Deployment and my number, as the signed policy has them; the configuration is not needed. */
function placeOf({ policy, identity }: SignerState): { deployment: string; party: string } {
  if (!policy || identity === undefined) throw new Error('This signer was not set up.');
  const mine = publicKeysOf(identityFromJson(identity)).identity;
  const signer = policy.document.signers.find((one) => one.identity === mine);
  if (!signer) throw new Error('The rules in force do not name this signer.');
  return { deployment: policy.document.deployment, party: signer.id };
}

/** This signer's shares of a group as a kit in plain JSON: the whole secret, for no other eyes than those it is encrypted to. */
export function kitText({ state, vault }: Pick<Store, 'state' | 'vault'>, group: StoredGroup): string {
  const { ceremony, public: shared } = group;
  const { deployment, party } = placeOf(state);
  const scope = { deployment, group: shared.id, party, epoch: shared.epoch };
  const createdAt = new Date(shared.createdAt).toISOString();
  return kitToJson({ deployment, ceremony, createdAt, ...openShares(vault, scope, group) });
}

/**
 * This signer's shares of a key group as a kit in plain JSON, for a backup. For a stopped signer: takes the folder's lock. The export is in the
 * journal, and on disk, before the text is handed to the caller.
 * @throws Error with a text for the operator
 */
export async function exportKit({ dir, passphrase, group: wanted, now = Date.now }: ExportOptions): Promise<string> {
  const store = openStore({ dir, passphrase, now });
  try {
    const group = chosenGroup(store.state, wanted);
    const { public: shared } = group;
    const text = kitText(store, group);
    await store.append({ type: 'exported', keyGroup: shared.id, epoch: shared.epoch });
    return text;
  } finally {
    await store.close();
  }
}
