import {
  attempted,
  bodyOf,
  disperseCallOf,
  type Intent,
  intentText,
  policyLimits,
  readAttached,
} from '@holdfast/policy';
import { btcPayee } from '@holdfast/testkit/signer';
import { expect, test } from 'vitest';
import { canonicalBytes, sizeAndSchema } from '../src/admission/identity.ts';
import type { AdmissionRequest } from '../src/admission/types.ts';
import { createMethods, type Parts } from '../src/methods.ts';
import { asking } from './admission/refusals.ts';
import { outcome, paying, payment } from './scenario.ts';

/** Payments of one transaction to many, as long as members may approve them: whatever is announced and approved can be signed. */
function disperseOf(count: number): Intent {
  const outputs = Array.from({ length: count }, (_, i) => ({
    ...{ address: btcPayee, memo: '', entry: '', path: '' },
    amount: String(50_000 + i),
  }));
  const made = payment('bitcoin', { kind: 'disperse', outputs });
  return { ...made, call: disperseCallOf(made.outputs, '') };
}
const whole = disperseOf(policyLimits.batchRows);
const drop = payment('bitcoin', {
  kind: 'drop',
  body: bodyOf(intentText(whole)),
  outputs: [{ address: whole.from, amount: '0', memo: '', entry: '', path: whole.path }],
  maxFee: String(BigInt(whole.maxFee) * 2n),
});
const session = '00000000-0000-4000-8000-000000000005';

/** What signing is asked for by a message of the server. */
async function asked(intent: Intent, attachments: Record<string, string>): Promise<AdmissionRequest | undefined> {
  const requests: AdmissionRequest[] = [];
  const signing = { open: async (_: string, request: AdmissionRequest) => void requests.push(request) };
  const call = createMethods({ signing } as unknown as Parts);
  const params = { session, intent: intentText(intent), attachments, approvals: [], plan: {}, parties: ['1', '2'] };
  await call('sign.open', params, 'server');
  return requests[0];
}

test('a payment of one transaction to a thousand is read when it is to be signed, as when it was announced', async () => {
  expect(intentText(whole).length).toBeGreaterThan(policyLimits.intentBytes);
  expect((await asked(whole, {}))?.purpose).toBe('disperse');
  expect(await outcome(asking(paying(whole), { purpose: 'disperse' }), [sizeAndSchema, canonicalBytes])).toBe(
    'admitted',
  );
});

test('one that is longer than its kind may be is refused before it is read', async () => {
  const tooLong = 'x'.repeat(policyLimits.intentBytes + 1);
  for (const purpose of ['transfer', 'call', 'brc20'] as const)
    expect(await outcome(asking(paying(), { purpose, intent: tooLong }), [sizeAndSchema])).toBe('tooLarge');
  const most = 'x'.repeat(policyLimits.batchBytes + 1);
  expect(await outcome(asking(paying(), { purpose: 'disperse', intent: most }), [sizeAndSchema])).toBe('tooLarge');
});

test('a payment to a thousand is dropped by what names it', async () => {
  const text = intentText(whole);
  expect((await asked(drop, { payment: text }))?.attachments).toEqual({ payment: text });
  expect(attempted(drop, readAttached('drop', text))).toEqual(whole);
});
