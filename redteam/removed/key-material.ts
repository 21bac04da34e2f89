import { type Mutant, part } from './part.ts';

const material = 'key-material.ts';

/** When a share leaves. */
export const keyMaterialChecks: readonly Mutant[] = [
  part('the wait for a share', material, "if (ctx.now() < known.readyAt) throw refuse('exportWaits');"),
  part(
    'a share refused while it waits',
    material,
    "if (known.refusedBy !== undefined) throw refuse('refusedByMember');",
  ),
  part('the end of a grant', material, "if (!isPending(known, ctx.now())) throw refuse('exportEnded');"),
  part('the other signer’s word', material, "if (!cleared) throw refuse('exportNotCleared', id);"),
  part(
    'signature of the other signer’s word',
    material,
    'verifies(signature, clearanceDigest(ctx, known, signer, nonce), identity)',
    'signature !== identity',
  ),
  part(
    'whose word it is',
    material,
    'signer === id &&\n',
    '\n',
    'the word is signed over the signer’s name and checked with that signer’s key',
  ),
  part('age of the other signer’s word', material, ' || age > handOverMs'),
  part('the hand-over the other signer’s word is for', material, 'nonce === open.nonce &&\n', '\n'),
  part('one hand-over for one word', material, 'handOvers.delete(id);'),
  part(
    'the key made whole in silence',
    material,
    "if (whole && !makesKeyWhole(need(draft, 'intent'))) throw refuse('wholeKey');",
  ),
  part(
    'whose share it is',
    material,
    "if (known.request.signer !== ctx.me) throw refuse('badExport', 'the share of another signer');",
  ),
  part(
    'a grant that members can see',
    material,
    "if (announced.get(id)?.attachments.export !== attachments.export) throw refuse('notFound');",
  ),
  part(
    'the document members see',
    'approvals.ts',
    'demandDocument(intent, attachments);',
    '',
    'begin compares it again',
  ),
];
