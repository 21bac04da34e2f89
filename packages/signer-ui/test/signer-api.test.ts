import { afterEach, expect, it, vi } from 'vitest';
import { Fault } from '../src/fault.ts';
import { ask } from '../src/signer-api.ts';

afterEach(() => vi.unstubAllGlobals());

async function faultOn(error: object): Promise<Fault> {
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 409 }));
  const fault: unknown = await ask('http://signer.example', '/api/approvals', {}).catch((thrown: unknown) => thrown);
  if (!(fault instanceof Fault)) throw new Error('no fault');
  return fault;
}

it('a change that is in force already is told in words of the page’s own', async () => {
  const fault = await faultOn({ code: 'alreadyDecided', message: 'This change was approved.' });
  expect([fault.key, fault.code]).toEqual(['faultInForce', 'alreadyDecided']);
});

it.each(['policyStale', 'constructor', 'toString'])('%s is told as the signer says it', async (code) => {
  const fault = await faultOn({ code, message: 'No.' });
  expect([fault.key, fault.code, fault.params]).toEqual(['faultRefused', code, { message: 'No.' }]);
});
