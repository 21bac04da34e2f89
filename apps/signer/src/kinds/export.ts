import { keyMaterial } from '../admission/key-material.ts';
import { callback } from '../admission/limits.ts';
import { attachedDocument, notFrozen } from '../admission/rules.ts';
import type { AdmittedKind } from '../admission/types.ts';

/** A signer's share leaves; the operator's hook is shown the request before it begins to wait. */
export const keyExport: AdmittedKind = {
  peer: 'server',
  steps: [notFrozen, attachedDocument, keyMaterial, callback],
  shown: ({ attachments }) => ({ export: attachments.export ?? '' }),
};
