import { OutgoingRefused } from './guard.ts';

/** What went wrong in words that tell nothing of the target: errors of the network may hold its whole address. */
export function reasonOf(error: unknown): string {
  if (error instanceof OutgoingRefused) return error.message;
  if (error instanceof Error && /^answered \d+$/.test(error.message)) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^[A-Z][A-Z0-9_]{1,30}$/.test(code) ? code : 'not sent';
}
