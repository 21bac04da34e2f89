import { attachedDocument, notFrozen } from '../admission/rules.ts';
import type { AdmittedKind } from '../admission/types.ts';

/** A key ceremony: begun on the page of who sits in front of it. */
export const keygen: AdmittedKind = { peer: 'page', steps: [notFrozen, attachedDocument] };
