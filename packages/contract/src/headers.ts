/** Request headers of the spec (section 7). The client marker's name is not in the spec; ours is `clientType`. */
export const headerNames = {
  token: 'openToken',
  language: 'Language',
  client: 'clientType',
  timeZone: 'timezone',
  requestId: 'x-request-id',
} as const;
