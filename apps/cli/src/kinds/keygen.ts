import type { KindInTerminal } from './kind.ts';

export const terminal: KindInTerminal = {
  headline: ({ keygen: request }) => `Make new keys, shared by ${request?.parties.length ?? 0} parties`,
  lines: () => [],
};
