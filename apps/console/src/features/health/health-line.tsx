import type { ReactNode } from 'react';
import { useTrouble } from './use-health.ts';

/** In an open drawer, what is wrong: whoever asks for a payment there should know that it will wait. */
export default function HealthLine(): ReactNode {
  const { worst } = useTrouble();
  return worst === '' ? null : <p className="border-line border-b bg-bads px-5 py-1.5 text-bad text-xs">{worst}</p>;
}
