import { headerNames, languageOf } from '@holdfast/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from './context.ts';

/** A header's single value, '' when absent or repeated. */
export function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
}

function timeZoneOf(name: string): string {
  try {
    return name === '' || name.length > 64
      ? ''
      : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return '';
  }
}

export const contextOf = (request: FastifyRequest): Omit<Context, 'caller' | 'record'> => ({
  requestId: request.id,
  language: languageOf(header(request, headerNames.language)),
  timeZone: timeZoneOf(header(request, headerNames.timeZone)),
  network: request.ip,
  agent: header(request, 'user-agent').slice(0, 300),
});
