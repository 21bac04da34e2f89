/** docs/open-api.md: what API clients may call, from the contract, behind what is said of all of it in words. */

import { schemaOf } from '../../apps/server/src/http/openapi.ts';
import { apiScopeNames, apiScopes, errors, scopeOf } from '../../packages/contract/src/index.ts';
import { openCalls, typeOf } from './open-calls.ts';

const intro = `# Open API

How do other systems ask Holdfast for payments and read what came in? With the key of an *API client*, which the members admit as they admit a person.
This page is made from the contract (\`npm run docs\`); an installation serves the same as OpenAPI 3.0 at \`/openapi/openapi.json\`.

## How do I begin?

1. Make a key where the system runs: \`openssl genpkey -algorithm ed25519 -out client.pem\`.
2. Print its public half: \`openssl pkey -in client.pem -pubout -outform DER | tail -c 32 | od -An -tx1 | tr -d ' \\n'\`.
3. *API keys* → *Add API client*: paste it, choose what it may do, in which wallets, from where, until when and how often. The members sign.
4. Call, with [the package](../packages/client/README.md) or by hand. The same tour in
   [TypeScript](../packages/client/examples/tour.ts), [Python](../packages/client/examples/tour.py) and [curl](../packages/client/examples/tour.sh) is run by a test against a real server.

## What holds an API client back?

The signers know it as a member of role \`api\`: it may ask for payments, and approves nothing. What a payment may come to, in a day too, and who approves it, the
rules say; a rule can be about one API client alone. The server adds limits of its own, which only ever deny: scopes, wallets, networks, an end, and a rate. Whoever
controls the server can lift these, and moves nothing by that.

SCOPES

A payment that was asked for also has to be signed by the API client's own key at a signer before members decide: \`npx holdfast pay\` does both.

## How does an application connect?

\`npx holdfast rpc\` is a wallet for anything that speaks to wallets of Ethereum and its kin (JSON-RPC, EIP-1193), as viem, \`cast\`, Hardhat, and ethers in a page of a browser do in its tests. It runs where the API
client's key lies, listens on that machine alone, and prints the address to be used as RPC. [Decision 0030](decisions/0030-json-rpc.md) says why it is no call of the server.

| an application asks for | what it gets |
|---|---|
| \`eth_sendTransaction\` | an order: a payment of the coin or a token, an allowance, or a contract call, whichever says most. Signed as asked for only where the signer shows exactly that. Answered with the hash once the node of \`--node\` has it; with 4001 where members refuse it; and with -32000 and the order's number where it takes longer than \`--wait\`. Who asks for the very same again then is told of that order, and pays once |
| \`holdfast_askTransaction\` | the same, answered at once with \`{ order, request, approval }\` |
| \`eth_accounts\`, \`eth_chainId\`, \`wallet_switchEthereumChain\` and their like | its one account, for which the signers vouch, and its one network |
| what only looks at the chain | the answer of \`--node\` |
| \`eth_sendTransaction\` without \`to\` | the same, of a contract that is deployed: only where a rule names its bytecode ([decision 0043](decisions/0043-deployments-and-arguments.md)), and without coins that go along |
| \`personal_sign\`, \`eth_signTypedData_v4\` | an order whose end is the signature ([decision 0032](decisions/0032-messages.md)) |
| \`eth_sign\`, older typed data, raw transactions | 4200: it signs none |

Gas, fees and nonce that an application wishes for are passed over. \`--max-fee\` bounds what each transaction may cost. A page in a browser may call it only where \`--origin\` names it.

## How is a request signed?

HTTP Message Signatures (RFC 9421), Ed25519, in [one fixed shape](decisions/0011-signed-requests.md): over the method, the whole address by which browsers reach the
console, and the SHA-256 of a body (\`content-digest\`). A request is taken within 60 seconds of the server's clock, and once. The body of a POST is form data; lists
and objects in it are JSON text.

## What is an answer?

\`{ code, msg, data }\`: 0 with data, or the code of a refusal with words about it. Amounts are decimal text in whole coins, times are milliseconds since 1970, flags are
0 or 1. Each answer has \`x-request-id\`, by which the log knows the call (*API keys* → *Calls*).

- **Again:** a write with a \`request_id\` is one thing, however often it is asked for; with another body it is refused with ${errors.duplicateRequest.code}. Nothing is to be sent again without one.
- **How much:** \`ratelimit-limit\`, \`ratelimit-remaining\` and \`ratelimit-reset\` (seconds) come with each answer; HTTP 429 with \`retry-after\` is code ${errors.rateLimited.code}.
- **Lists** that take \`max_id\` give their rows by id, oldest first, at most 100; \`max_id\` of an answer is where the next one begins. No row is ever left out behind it; what
  is written at this moment may come up to half a minute later. What changes afterwards is told by [web hooks](web-hooks.md).

| code | refusal |
|---|---|
CODES

## Which calls are there?

A field with \`?\` may be left out. The types of answers are in [calls.ts](../packages/client/src/calls.ts) and in the OpenAPI document.
`;

const codes = [
  'signatureInvalid',
  'requestNotFresh',
  'appIdInvalid',
  'ipNotAllowed',
  'workspaceExpired',
  'noPermission',
  'rateLimited',
  'duplicateRequest',
  'invalidParameters',
  'amountError',
  'tooManyRows',
] as const;
const means: Readonly<Record<(typeof codes)[number], string>> = {
  signatureInvalid: 'the signature does not hold, or is not of the one shape',
  requestNotFresh: 'too old, too new, or taken before',
  appIdInvalid: 'no such API client, or it is switched off',
  ipNotAllowed: 'not from one of its networks',
  workspaceExpired: 'its time is over',
  noPermission: 'not in its scopes, or not in its wallets',
  rateLimited: 'too many calls',
  duplicateRequest: 'the request_id was used for something else',
  invalidParameters: 'a field is missing or wrong; msg names it',
  amountError: 'an amount that is no plain decimal',
  tooManyRows: 'more rows than one call takes',
};

const scopeFor = (access: string): string =>
  apiScopeNames.find((scope) => (apiScopes[scope] as readonly string[]).includes(access)) ?? '';

function fieldsOf(input: Parameters<typeof schemaOf>[0]): string {
  const { properties = {}, required = [] } = schemaOf(input);
  const fields = Object.entries(properties).map(([name, field]) => {
    const type = typeof field === 'object' ? typeOf(field) : 'unknown';
    const shown = type.replaceAll('string | number', 'number').replaceAll('"0" | "1" | 0 | 1', '0 | 1');
    return `\`${name}${required.includes(name) ? '' : '?'}: ${shown.replaceAll('|', '\\|')}\``;
  });
  return fields.join('<br>');
}

/** The text of docs/open-api.md. */
export function openApiPage(): string {
  const scopes = apiScopeNames.map((scope) => `- \`${scope}\`: ${apiScopes[scope].join(', ')}`).join('\n');
  const refusals = codes.map((name) => `| ${errors[name].code} | ${means[name]} |`).join('\n');
  const head = intro.replace('SCOPES', scopes).replace('CODES', refusals);
  const areas = Map.groupBy(openCalls(), ([name]) => name.split('.')[0] ?? '');
  const tables = [...areas].map(([area, calls]) => {
    const rows = calls.map(([name, endpoint]) => {
      const where = scopeOf(endpoint) || endpoint.ofNoWallet ? '' : ' (not where it is kept to some wallets)';
      return `| \`${endpoint.method} ${endpoint.openPath}\`<br>${name} | ${endpoint.summary}${where} | ${scopeFor(endpoint.access)} | ${fieldsOf(endpoint.input)} |`;
    });
    return `### ${area}\n\n| call | what | scope | fields |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${head}\n${tables.join('\n')}`;
}
