import { childPublicKey } from '@holdfast/chains';
import { ask, call, genesis, newMember, newPolicy } from '@holdfast/testkit/signer';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CeremonyRun, confirm, runCeremony } from './ceremony.ts';
import { type Pair, startPair } from './pair.ts';

/*
 * Whoever has one child's private key and the chain code has the private key of the whole group (BIP 32, "implications"). So no answer to a stranger
 * holds a chain code: neither those that tell of a key group, nor those of the ceremony that made it.
 */
let pair: Pair;
let run: CeremonyRun;
const path = 'm/60/7/0/0';

beforeAll(async () => {
  pair = await startPair();
  const owner = newMember('owner', 'owner');
  const policy = newPolicy(pair, [owner], ['owner']);
  await genesis(pair, policy, owner);
  run = await runCeremony(pair.places, policy, owner);
});
afterAll(() => pair?.stop());

/** The chain codes that can be found in a text: with which one of its keys has the child that the signer shows at `path`. */
function chainCodesIn(text: string, child: string): string[] {
  const keys = [...new Set(text.match(/\b0[23][0-9a-f]{64}\b/g))];
  const codes = [...new Set(text.match(/\b[0-9a-f]{64}\b/g))];
  const fits = (publicKey: string, chainCode: string) =>
    bytesToHex(childPublicKey({ publicKey, chainCode }, path)) === child;
  return codes.filter((code) => keys.some((key) => fits(key, code)));
}

it('no answer to a stranger holds a chain code, before and after the key group counts', async () => {
  const [place] = pair.places;
  if (!place) expect.fail('no signer');
  const keygen = `/api/keygen/${run.ceremony}`;
  const { ceremony, possession } = run;
  const answers: unknown[] = [await ask(place, 'GET', '/api/info'), await ask(place, 'GET', keygen)];
  await confirm(pair.places, run);
  answers.push(await ask(place, 'POST', '/api/keygen/confirm', { ceremony, possession }));
  const query = new URLSearchParams({ chain: 'evm:31337', path });
  const address = await ask(place, 'GET', `/api/address?${query}`);
  for (const route of ['/api/info', keygen, '/api/witnessed', '/', '/version'])
    answers.push(await ask(place, 'GET', route).catch(String));
  const said = JSON.stringify([...answers, address]);
  const { publicKey } = address.body as { publicKey: string };
  expect(said).toContain(run.group.secp256k1.publicKey);
  expect(chainCodesIn(said, publicKey)).toEqual([]);
  for (const curve of ['secp256k1', 'ed25519'] as const) expect(said).not.toContain(run.group[curve].chainCode);

  const toServer = JSON.stringify(await call(pair, place, 'health', {}));
  expect(chainCodesIn(toServer, publicKey)).toEqual([run.group.secp256k1.chainCode]);
});
