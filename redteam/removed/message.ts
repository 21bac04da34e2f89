import { type Mutant, noticedBy, part } from './part.ts';

/** A message, spared one of the steps that it goes through. */
const spared = (step: string): Mutant => part(`${step}, of a message`, 'kinds/message.ts', `    ${step},\n`, '');
const ofPackage =
  (from: string) =>
  (...of: Parameters<typeof part>): Mutant => ({ ...part(...of), from });
const ofPolicy = ofPackage('packages/policy');
const ofChains = ofPackage('packages/chains');

/** That a message is read whole, is of this network, and is judged by rules that name it and as what may be taken by it. */
export const messageChecks: readonly Mutant[] = noticedBy('message', [
  spared('addressBook'),
  part('a message has no plan', 'admission/message.ts', 'request.plan !== undefined && request.plan !== null', 'false'),
  ofPolicy(
    'a message is signed by a rule that names it',
    'ruling.ts',
    'if ((message || deploy) && !certain)',
    'if (deploy && !certain)',
  ),
  ofPolicy(
    'rules about calls speak of no message',
    'conditions/messages.ts',
    'if (wanted.length > 0) return matchIf(names(wanted, message));',
    'return matchIf(wanted.length === 0 || names(wanted, message));',
  ),
  ofPolicy(
    'that a rule names by its type what nobody can bound',
    'conditions/messages.ts',
    'wanted.filter(({ types }) => types.length > 0)',
    'wanted',
  ),
  ofPolicy('the contract that a rule names', 'conditions/messages.ts', 'isSameContract(one.contract, contract) &&', ''),
  ofPolicy(
    'what may be taken by a message is judged as a payment',
    'ruling.ts',
    'if (!paying.beside) return signed;',
    'return signed;',
  ),
  ofPolicy('everything that may be taken by a message', 'ruling.ts', 'if (isEndlessCall(intent, read))', 'if (false)'),
  ofPolicy(
    'the network of typed data',
    'message/read.ts',
    'chainId !== undefined && String(chainId) !== networkOf(chain)',
    'false',
  ),
  ofPolicy('typed data that names no network', 'message/read.ts', '|| chainId === undefined', ''),
  ofPolicy('what nobody can bound', 'message/read.ts', 'raw: !isBounded(deed)', 'raw: false'),
  ofPolicy('the owner of a permit', 'message/shapes.ts', 'textIn(message, owner) === place.own &&', ''),
  ofPolicy(
    'the whole type of typed data',
    'message/shapes.ts',
    'encodeType(types, primaryType)',
    '[...shapes.keys()].find((one) => one.startsWith(primaryType + "(")) ?? encodeType(types, primaryType)',
  ),
  ofPolicy('whom a message names', 'intent-message.ts', 'saysWho && saysHowMuch', 'saysHowMuch'),
  ofPolicy('how much may be taken by a message', 'intent-message.ts', 'saysWho && saysHowMuch', 'saysWho'),
  ofPolicy('typed data has one spelling', 'message/statement.ts', '|| typedText(typed) !== source', ''),
  ofPolicy('a hash is no text', 'message/text.ts', 'bytesAlone.test(text)', 'false'),
  ofPolicy('a text that can be shown', 'message/text.ts', '|| strange.test(text)', ''),
  ofChains('what may be taken of a listed token is said', 'message-check.ts', 'if (unsaid)', 'if (false)'),
  ofChains('a token that is said is a listed one', 'message-check.ts', 'if (unknown)', 'if (false)'),
]);
