import { x25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { readReply, readRequest, writeReply, writeRequest } from '../src/kk.ts';

/**
 * The entry "Noise_KK_25519_ChaChaPoly_SHA256" of the cacophony vectors that the Noise implementations share. The handshake hash is the one of
 * the corrected edition; older copies of the file state the hash after the first message there.
 */
const vector = {
  prologue: '4a6f686e2047616c74',
  initiator: 'e61ef9919cde45dd5f82166404bd08e38bceb5dfdfded0a34c8df7ed542214d1',
  initiatorEphemeral: '893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a',
  initiatorPublic: '6bc3822a2aa7f4e6981d6538692b3cdf3e6df9eea6ed269eb41d93c22757b75a',
  responder: '4a3acbfdb163dec651dfa3194dece676d437029c62a408b4c5ea9114246e4893',
  responderEphemeral: 'bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b',
  responderPublic: '31e0303fd6418d2f8c0e78b91f22e8caed0fbe48656dcf4767e4834f701b8f62',
  handshakeHash: '24c6b51ecb76277140ca018b5985bc9f03de321dae2d34dcae433dafef0131d9',
  request: {
    payload: '4c756477696720766f6e204d69736573',
    message:
      'ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c79440177015efc1fe7a37c629af7120a96274e6ab7afcc9261901d0e09ae32a5bb96',
  },
  reply: {
    payload: '4d757272617920526f746862617264',
    message:
      '95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f144808843b274d3429adc47ca093ba63ef90f8da89fda108db471dccfa4894aa7b00003',
  },
};

const pair = (secret: string) => ({ secret: hexToBytes(secret), public: x25519.getPublicKey(hexToBytes(secret)) });
const prologue = hexToBytes(vector.prologue);
const initiator = pair(vector.initiator);
const responder = pair(vector.responder);

const request = () =>
  writeRequest(
    prologue,
    initiator,
    responder.public,
    hexToBytes(vector.initiatorEphemeral),
    hexToBytes(vector.request.payload),
  );

describe('Noise KK against the published vector', () => {
  it('derives the public keys of the vector', () => {
    expect(bytesToHex(initiator.public)).toBe(vector.initiatorPublic);
    expect(bytesToHex(responder.public)).toBe(vector.responderPublic);
  });

  it('writes the request byte for byte', () => {
    expect(bytesToHex(request().message)).toBe(vector.request.message);
  });

  it('reads the request, writes the reply byte for byte and ends with the handshake hash', () => {
    const opened = readRequest(prologue, responder, initiator.public, hexToBytes(vector.request.message));
    expect(bytesToHex(opened.payload)).toBe(vector.request.payload);
    const payload = hexToBytes(vector.reply.payload);
    const ephemeral = hexToBytes(vector.responderEphemeral);
    const reply = writeReply(opened.state, ephemeral, opened.ephemeral, initiator.public, payload);
    expect(bytesToHex(reply.message)).toBe(vector.reply.message);
    expect(bytesToHex(reply.state.hash)).toBe(vector.handshakeHash);
  });

  it('reads the reply and ends with the same handshake hash', () => {
    const secret = hexToBytes(vector.initiatorEphemeral);
    const opened = readReply(request().state, initiator, secret, hexToBytes(vector.reply.message));
    expect(bytesToHex(opened.payload)).toBe(vector.reply.payload);
    expect(bytesToHex(opened.state.hash)).toBe(vector.handshakeHash);
  });

  it('refuses another prologue', () => {
    const other = Uint8Array.of(...prologue, 0);
    expect(() => readRequest(other, responder, initiator.public, hexToBytes(vector.request.message))).toThrow(
      'notAuthentic',
    );
  });
});
