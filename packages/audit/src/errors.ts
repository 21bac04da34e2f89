/** Why something of a log is not accepted. A closed set. */
export type AuditFault = 'badEntry' | 'badNote' | 'badCheckpoint' | 'badKey' | 'badSignature' | 'badProof';

export class AuditError extends Error {
  readonly code: AuditFault;
  constructor(code: AuditFault, at = '') {
    super(at === '' ? code : `${code}: ${at}`);
    this.code = code;
  }
}
