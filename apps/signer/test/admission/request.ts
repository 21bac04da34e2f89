import { intentText } from '@holdfast/policy';
import { addressOf, generating, laneOf, now, paying, payment, remember } from '../scenario.ts';
import { after, asking, freeze, refusals, withIntent } from './refusals.ts';

/** What is wrong with the request itself: its form, its place, its time, what it names. */
const { all: ofRequests, refuses } = refusals();

export { ofRequests };

refuses('authenticatedPeer', 'notAuthenticated', 'a page cannot ask for a payment', () =>
  asking(paying(), { peer: 'page' }),
);
refuses('authenticatedPeer', 'notAuthenticated', 'the server cannot ask for a key ceremony', () =>
  asking(generating(), { peer: 'server' }),
);

refuses('sizeAndSchema', 'badIntent', 'an intent with a field more', () =>
  asking(paying(), { intent: JSON.stringify({ ...payment('evm'), extra: '' }) }),
);
refuses('sizeAndSchema', 'badIntent', 'an intent with a number in it', () =>
  asking(paying(), { intent: JSON.stringify({ ...payment('evm'), maxFee: 1 }) }),
);
refuses('sizeAndSchema', 'badIntent', 'an intent with a decoded call', () =>
  asking(paying(), { intent: JSON.stringify({ ...payment('evm'), call: 'approve()' }) }),
);
refuses('sizeAndSchema', 'tooLarge', 'an oversized intent', () => asking(paying(), { intent: 'x'.repeat(70_000) }));
refuses('sizeAndSchema', 'badIntent', 'an approval that is none', () =>
  paying(payment('evm'), [{ decision: 'approve' }]),
);

refuses('canonicalBytes', 'notCanonical', 'an intent with white space', () => {
  const intent = payment('evm');
  return asking(paying(intent), { intent: JSON.stringify(JSON.parse(intentText(intent)), null, 1) });
});
refuses('canonicalBytes', 'notCanonical', 'an intent with a duplicate key', () => {
  const s = paying();
  return asking(s, { intent: s.request.intent.replace('{', '{"asset":{},') });
});

refuses('deployment', 'otherDeployment', 'an intent of another installation', () =>
  withIntent({ deployment: '99'.repeat(32) }),
);
refuses('deployment', 'notInitialised', 'anything before the first policy', () =>
  after(paying(), (s) => {
    s.state.policy = undefined;
  }),
);

refuses('keyGroup', 'unknownKey', 'an unknown key group', () => withIntent({ keyGroup: 'cd'.repeat(16) }));
refuses('keyGroup', 'unknownWallet', 'an unknown chain', () =>
  after(paying(), (s) => {
    s.chains.delete('evm:31337');
  }),
);

refuses('walletOwnsAddress', 'unknownWallet', 'a paying address of another path', () =>
  withIntent({ from: addressOf('evm', 'm/60/8/0/0') }),
);
refuses('walletOwnsAddress', 'unknownWallet', 'a path of another sub-wallet', () =>
  withIntent({ path: 'm/60/8/0/0', from: addressOf('evm', 'm/60/8/0/0') }),
);
refuses('walletOwnsAddress', 'unknownWallet', 'a key of its own at a path of another coin', () =>
  withIntent({ path: 'm/0/7/0/0', from: addressOf('evm', 'm/0/7/0/0') }),
);
refuses('walletOwnsAddress', 'unknownWallet', 'a path of a coin that nobody has', () =>
  withIntent({ path: 'm/1/7/0/0' }),
);
refuses('addressBook', 'unknownWallet', 'an own address at a path of a coin that nobody has', () => {
  const { outputs } = payment('evm');
  return withIntent({ outputs: outputs.map((output) => ({ ...output, path: 'm/1/7/0/0' })) });
});
refuses('walletOwnsAddress', 'unknownWallet', 'a sub-wallet that belongs to another workspace', () =>
  after(paying(), (s) => {
    s.state.workspaces.set('7', '2');
  }),
);

refuses('notFrozen', 'frozen', 'a payment while frozen', () => after(paying(), freeze));
refuses('notFrozen', 'frozen', 'a key ceremony while frozen', () => after(generating(), freeze));
refuses('notQuarantined', 'quarantined', 'a key group in quarantine', () =>
  after(paying(), (s) => {
    s.state.quarantined.set(payment('evm').keyGroup, 'cheat');
  }),
);

refuses('clock', 'expired', 'an intent at the very millisecond of its end', () =>
  after(paying(), (s) => {
    s.now = now - 1_000 + 3_600_000;
  }),
);
refuses('clock', 'notYetValid', 'an intent before its time', () => withIntent({ notBefore: String(now + 1) }));
refuses('clock', 'notYetValid', 'an intent created in the future', () =>
  withIntent({ created: String(now + 61_000), notBefore: String(now - 1) }),
);
refuses('clock', 'clockBehind', 'anything once its own clock has gone back', () =>
  after(paying(), (s) => {
    s.state.lastAt = now + 61_000;
  }),
);

refuses('idUnseen', 'intentReused', 'an id that was decided for another intent', () => {
  const intent = payment('evm');
  return remember(paying({ ...intent, maxFee: '9000000000000000' }), intent, { family: 'evm', lane: laneOf(5) });
});
refuses('idUnseen', 'intentReused', 'a second payment under the request id of one that was decided', () => {
  const request = 'invoice-7';
  return remember(paying(payment('evm', { request })), payment('evm', { request }), { family: 'evm', lane: laneOf(4) });
});

refuses(
  'idUnseen',
  'intentReused',
  'a second payment under the request id of one that took the place of one given up',
  () => {
    const request = 'invoice-7';
    const [given, next] = [payment('evm', { request }), payment('evm', { request })];
    const s = remember(paying(payment('evm', { request })), given, { family: 'evm', lane: laneOf(4) });
    s.state.closed.add(given.id);
    return remember(s, next, { family: 'evm', lane: laneOf(3) });
  },
);
refuses('notClosed', 'intentClosed', 'what this signer has given up', () => {
  const intent = payment('evm');
  const s = paying(intent);
  s.state.closed.add(intent.id);
  return s;
});

for (const [promise, change] of Object.entries({
  'an older policy version': { version: '2' },
  'a policy version this signer has not seen': { version: '4' },
  'another policy of the same version': { hash: '55'.repeat(32) },
  'another policy id': { id: 'other' },
}))
  refuses('policyInForce', 'policyStale', promise, () =>
    withIntent({ policy: { ...payment('evm').policy, ...change } }),
  );

refuses('addressBook', 'addressEntryUnknown', 'an address-book entry nobody signed', () => {
  const { outputs } = payment('evm');
  return withIntent({ outputs: outputs.map((output) => ({ ...output, entry: '66'.repeat(32) })) });
});
