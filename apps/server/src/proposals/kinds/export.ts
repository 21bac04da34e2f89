import { parseKeyExportRequest } from '@holdfast/policy';
import { type ProposalKindRecord, stands } from './kind.ts';

/** A request for key material: once it is approved it begins to wait at every signer, and can be refused as long as it does. */
export const keyExport: ProposalKindRecord = {
  present: (_deps, { document, policy_version: version }, policy) =>
    Promise.resolve(
      version === policy.document.version
        ? stands
        : { state: 'again', document: parseKeyExportRequest(document), policy },
    ),
  outdates: [],
  endsAfter: () => Promise.resolve(false),
  carried: {
    by: 'each',
    begin: (signer, { intent, document }, approvals) =>
      signer.call('export.grant', { intent, request: document, approvals }),
  },
  refusedAs: 'itemNotFound',
  replaces: () => Promise.resolve(undefined),
};
