import { headerNames, languageOf } from '@holdfast/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from './context.ts';

/** A header's single value, '' when absent or repeated. */
export function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
}

const maxZoneName = 64;
/** More names than there are zones. */
const mostZones = 1_000;
const zones = new Map<string, string>();

function readZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return '';
  }
}

/** A known time zone's own name, or ''. Remembered: a formatter takes longer to make than many a request takes in all. */
function timeZoneOf(name: string): string {
  if (name === '' || name.length > maxZoneName) return '';
  const zone = zones.get(name) ?? readZone(name);
  if (zones.size >= mostZones) zones.clear();
  zones.set(name, zone);
  return zone;
}

export const contextOf = (request: FastifyRequest): Omit<Context, 'caller' | 'record'> => ({
  requestId: request.id,
  language: languageOf(header(request, headerNames.language)),
  timeZone: timeZoneOf(header(request, headerNames.timeZone)),
  network: request.ip,
  agent: header(request, 'user-agent').slice(0, 300),
});
