import { Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { useAnswering } from '../../lib/signer-page.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { decisionLink } from './view.ts';

interface RefusalLinkProps {
  readonly item: TodoItem;
  readonly text: string;
  readonly onOpen?: () => void;
}

/** To the signer's page that takes refusals: there it is shown, and asked why. */
export function RefusalLink({ item, text, onOpen }: RefusalLinkProps): ReactNode {
  const url = useAnswering(decisionLink([item], 'refuse'));
  return (
    <a
      href={signerLink(url, { tab: true })}
      target="_blank"
      rel="noopener noreferrer"
      data-testid="refusal-link"
      onClick={onOpen}
      className={buttonStyle({ variant: 'danger', size: 'lg' })}
    >
      <Ban aria-hidden />
      {text}
    </a>
  );
}
