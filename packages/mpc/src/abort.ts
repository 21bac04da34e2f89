/**
 * Why a protocol run ended. `cheat`: a well-formed message failed a cryptographic check, which an honest party's never does and which
 * may depend on our secrets; the caller quarantines the key group (docs/mpc.md). `fault`: a message is absent,
 * malformed or of another session; nothing secret was tested and a new session may be tried.
 */
export type AbortKind = 'cheat' | 'fault';

export class MpcAbort extends Error {
  readonly kind: AbortKind;
  readonly party: number | undefined;

  constructor(kind: AbortKind, message: string, party?: number) {
    super(party === undefined ? message : `${message} (party ${party})`);
    this.name = 'MpcAbort';
    this.kind = kind;
    this.party = party;
  }
}

export function cheat(message: string, party?: number): MpcAbort {
  return new MpcAbort('cheat', message, party);
}

export function fault(message: string, party?: number): MpcAbort {
  return new MpcAbort('fault', message, party);
}
