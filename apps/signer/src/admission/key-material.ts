import { Encrypter } from 'age-encryption';
import { refuse } from '../errors.ts';
import { need, type Step } from './types.ts';

/** Bech32 with its checksum: a letter mistyped must be found now, not when the file cannot be opened. */
function isRecipient(recipient: string): boolean {
  try {
    new Encrypter().addRecipient(recipient);
    return true;
  } catch {
    return false;
  }
}

/** The shares asked for are those of a signer of the rules in force, of an active key group, in its present generation, and the file can be made. */
export const keyMaterial: Step = {
  name: 'keyMaterial',
  check: ({ state }, draft) => {
    const request = need(draft, 'keyExport');
    const group = state.groups.get(request.keyGroup);
    if (!group?.public.active || String(group.public.epoch) !== request.epoch) throw refuse('unknownKey');
    if (state.quarantined.has(request.keyGroup)) throw refuse('quarantined');
    if (!state.policy?.document.signers.some(({ id }) => id === request.signer)) throw refuse('badExport', 'signer');
    if (!isRecipient(request.recipient)) throw refuse('badExport', 'recipient');
    draft.group = group;
  },
};
