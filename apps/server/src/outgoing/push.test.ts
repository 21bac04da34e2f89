import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { areBrowserKeys, createPushKey, sealForBrowser } from './push.ts';
import { newBrowser, verifiedClaims } from './test/browser.ts';

/** RFC 8291, appendix A. */
const published = {
  plain: 'When I grow up, I want to be a watermelon',
  secret: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browser: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('what is pushed to a browser', () => {
  test('is sealed as the RFC has it, byte for byte', () => {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(published.secret, 'base64url'));
    const once = { ecdh, salt: Buffer.from(published.salt, 'base64url') };
    const sealed = sealForBrowser(published.browser, Buffer.from(published.plain), once);
    expect(sealed.toString('base64url')).toBe(published.sealed);
  });

  test('is read by that browser alone, and never sealed twice in the same way', () => {
    const [browser, other] = [newBrowser(), newBrowser()];
    const content = randomBytes(3_900);
    const [one, two] = [sealForBrowser(browser.keys, content), sealForBrowser(browser.keys, content)];
    expect(browser.open(one)).toEqual(content);
    expect(() => other.open(one)).toThrow();
    expect(one.subarray(0, 16)).not.toEqual(two.subarray(0, 16));
    expect(one.length).toBeLessThanOrEqual(4_096);
  });

  test('is signed by a key of the server’s secret, for one push service and half a day', () => {
    const [key, same, other] = [1, 1, 2].map((fill) => createPushKey(Buffer.alloc(32, fill)));
    expect(key?.publicKey).toBe(same?.publicKey);
    expect(key?.publicKey).not.toBe(other?.publicKey);
    const said = key?.authorization('https://push.example.org', 'https://desk.example.org', new Date(1_000_000)) ?? '';
    expect(verifiedClaims(said, key?.publicKey ?? '')).toEqual({
      aud: 'https://push.example.org',
      exp: 1_000 + 43_200,
      sub: 'https://desk.example.org',
    });
    expect(() => verifiedClaims(said, other?.publicKey ?? '')).toThrow();
  });

  test('goes to keys that are a point of the curve and 16 bytes, to no others', () => {
    const { p256dh, auth } = published.browser;
    const off = Buffer.from(p256dh, 'base64url');
    off[64] = (off[64] ?? 0) ^ 1;
    expect(areBrowserKeys({ p256dh, auth })).toBe(true);
    for (const keys of [
      { p256dh: off.toString('base64url'), auth },
      { p256dh: p256dh.slice(0, 44), auth },
      { p256dh: '', auth },
      { p256dh, auth: '' },
      { p256dh, auth: `${auth}AA` },
    ])
      expect(areBrowserKeys(keys)).toBe(false);
  });
});
