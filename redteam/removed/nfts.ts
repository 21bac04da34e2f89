import { type Mutant, noticedBy, part } from './part.ts';

const ofPolicy = (...of: Parameters<typeof part>): Mutant => ({ ...part(...of), from: 'packages/policy' });
const condition = 'conditions/nfts.ts';

/** That NFTs are counted, by one call and in a window, and that what is bundled with them earns nothing. */
export const nftChecks: readonly Mutant[] = noticedBy('nft', [
  ofPolicy('how many NFTs a rule speaks of', condition, 'return isWithin(wanted, count) ?', 'return true ?'),
  ofPolicy(
    'calls beside those that send NFTs',
    condition,
    'matchPart(sending.length, calls.length, action)',
    'matchPart(sending.length, sending.length, action)',
  ),
  ofPolicy(
    'coins along with NFTs',
    condition,
    "if (action === 'pass' && moving.some",
    'if (false && moving.some',
    'coins that go along are judged as a payment too, which no rule about calls lets pass',
  ),
  ofPolicy(
    'methods of a collection that nobody counts',
    condition,
    'if (count === undefined) return unknown;',
    "if (count === undefined) return 'no';",
  ),
  ofPolicy(
    'the collections that a rule names',
    condition,
    'calls.filter(({ contract }) => isNamed(contract))',
    'calls',
  ),
  ofPolicy('collections that a message tells of', condition, 'tells?.(named) === true', 'false'),
  ofPolicy(
    'messages that tell of collections',
    'conditions/messages.ts',
    "action !== 'pass' ? 'perhaps' : 'no'",
    "action !== 'pass' ? 'no' : 'no'",
  ),
  ofPolicy(
    'numbers of NFTs that may be amounts',
    condition,
    '(passes && count > 0n && mayBeAmount(call))',
    '(passes && count > 0n && mayBeAmount(call) && false)',
  ),
  ofPolicy(
    'an approval for all of a collection',
    'nfts.ts',
    'approved === true ? everyOne : 0n',
    '0n && approved === true ? everyOne : 0n',
  ),
  part(
    'NFTs that left are counted',
    'admission/rules.ts',
    'const nfts = nftsOf(intent).map(',
    'const nfts = nftsOf(intent).slice(0, 0).map(',
  ),
]);
