import { type DeliveryStatement, type KeyExportRequest, signDelivery } from '@holdfast/policy';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { armor, Encrypter } from 'age-encryption';
import type { SignerContext } from './context.ts';
import { kitText } from './export.ts';
import type { StoredGroup } from './state/entries.ts';

/** An approved request by its digest. */
interface Approved {
  readonly digest: string;
  readonly request: KeyExportRequest;
}

function statementOn(ctx: SignerContext, { digest, request }: Approved, group: StoredGroup, file: Uint8Array) {
  const { secp256k1, ed25519 } = group.verifying;
  return {
    v: '1',
    domain: 'holdfast/key-material/v1',
    deployment: request.deployment,
    intent: digest,
    file: bytesToHex(sha256(file)),
    keyGroup: group.public.id,
    epoch: String(group.public.epoch),
    signer: ctx.me,
    identity: ctx.keys.identity,
    channel: ctx.keys.channel,
    shares: Object.entries(secp256k1).map(([party, share]) => ({
      party,
      secp256k1: share,
      ed25519: ed25519[party] ?? '',
    })),
  } satisfies DeliveryStatement;
}

/** This signer's shares of a group, encrypted to the recipient of the request and signed as coming from here: the file as a person keeps it. */
export async function deliver(ctx: SignerContext, approved: Approved, group: StoredGroup): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(approved.request.recipient);
  const file = await encrypter.encrypt(kitText(ctx.store, group));
  return signDelivery(statementOn(ctx, approved, group, file), armor.encode(file), ctx.identity.sign.secret);
}
