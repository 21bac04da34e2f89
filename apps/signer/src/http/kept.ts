import { ChannelError, createTransportReceiver, type Transport } from '@holdfast/channel';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Several server processes have one each, and a new one every some minutes. */
const most = 256;
/** A server makes a new one before that (`apps/server/src/signers/client.ts`); what it leaves behind is forgotten. */
const lifeMs = 15 * 60_000;

interface Kept {
  readonly peer: string;
  readonly until: number;
  readonly open: ReturnType<typeof createTransportReceiver>;
}

/** What handshakes of the server left, for its further requests. It lives in memory: after a restart a server makes another handshake. */
export function createKeptSessions(now: () => number) {
  const known = new Map<string, Kept>();
  return {
    keep(peer: string, transport: Transport): void {
      for (const [id, { until }] of known) if (known.size >= most || until <= now()) known.delete(id);
      known.set(bytesToHex(transport.id), { peer, until: now() + lifeMs, open: createTransportReceiver(transport) });
    },
    /** @throws ChannelError unknownPeer for a session that is not known, malformed, notAuthentic, replayed */
    open(id: Uint8Array, message: Uint8Array) {
      const kept = known.get(bytesToHex(id));
      if (!kept || kept.until <= now()) throw new ChannelError('unknownPeer');
      return { peer: kept.peer, ...kept.open(message) };
    },
  };
}
