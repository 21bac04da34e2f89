import { honestText } from '@holdfast/review/format';
import type { ReactNode } from 'react';

interface HonestProps {
  readonly text: string;
  readonly className?: string;
  readonly title?: string;
}

/** What somebody wrote, such as a name or a remark: what cannot be seen in it is named, as signers' pages do, and it reorders nothing beside it. */
export function Honest({ text, ...rest }: HonestProps): ReactNode {
  return <bdi {...rest}>{honestText(text)}</bdi>;
}
