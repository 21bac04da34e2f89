export {
  type Checkpoint,
  checkpointNote,
  cosignCheckpoint,
  logKey,
  logName,
  openCheckpoint,
  signCheckpoint,
  verifySignature,
  witnessKey,
  witnessName,
} from './checkpoint.ts';
export {
  type AuditEntry,
  type AuditRecord,
  chainStart,
  checkRecord,
  entryHash,
  entryText,
  parseEntry,
} from './entry.ts';
export { AuditError, type AuditFault } from './errors.ts';
export { checkpointLine, entryLine, headLine } from './export.ts';
export {
  append,
  completedBy,
  consistencyRanges,
  emptyFrontier,
  type Frontier,
  frontierAt,
  frontierRoot,
  inclusionRanges,
  leafHash,
  type NodeId,
  type NodeReader,
  nodesOf,
  nodesOfRange,
  proofOf,
  rootAt,
} from './merkle.ts';
export {
  keyText,
  type NoteKey,
  type NoteSignature,
  noteText,
  parseKey,
  parseNote,
  parseSignatureLine,
  signatureLine,
} from './note.ts';
export { verifyConsistency, verifyInclusion } from './proof.ts';
export {
  type Coverage,
  createExportVerifier,
  type ExportFault,
  type ExportVerdict,
  type VerifyOptions,
  verifyExport,
} from './verify.ts';
export { considerCheckpoint, type Seen, type WitnessAnswer, type WitnessRequest } from './witness.ts';
