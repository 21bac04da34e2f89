import { todoType } from '@holdfast/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { myAction, type TodoItem } from '../../lib/inbox-item.ts';
import { usePermission } from '../../lib/permission.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { answeringOf } from '../../lib/signer-page.ts';

type Asked = Pick<TodoItem, 'item_type' | 'item_id' | 'intent_hash' | 'my_action' | 'nodes'>;

/** Is it the caller's turn to accept a key? */
const accepts = ({ my_action, nodes }: Asked): boolean =>
  my_action === myAction.decide && nodes.find(({ status }) => status === 1)?.kind === 'accept';

/** Asks for the way to sign: of the area that the change belongs to. It decides nothing. */
function askWay(item: Asked, decision: 'approve' | 'refuse') {
  const { item_type, item_id } = item;
  if (item_type === todoType.addressBook)
    return api.addressBook[decision === 'approve' ? 'auditPass' : 'auditRefuse']({ audit_id: item_id, remark: '' });
  if (decision === 'approve' && accepts(item)) return api.todo.acceptKey({ item_id });
  return api.strategy.audit({ item_id, result: decision === 'approve' ? 1 : 2, remark: '' });
}

/** The way to approve, asked for once per look; and the way to refuse, asked for when it is wanted. For whoever may decide at all. */
export function useWay(item: Asked | undefined) {
  const ofBook = usePermission('addressBook.audit');
  const ofRules = usePermission('strategy.audit');
  const may = item?.item_type === todoType.addressBook ? ofBook : ofRules;
  const refuse = useMutation({
    mutationFn: (of: Asked) => askWay(of, 'refuse'),
    // The page leads back to the inbox.
    onSuccess: async ({ approval_url }) => {
      if (/^https?:\/\//.test(approval_url)) location.assign(signerLink(await answeringOf(approval_url)));
    },
  });
  const pass = useQuery({
    queryKey: ['approval', 'change', item?.item_id, item?.intent_hash],
    queryFn: () => (item ? askWay(item, 'approve') : Promise.reject(new Error('nothing to approve'))),
    // A key is accepted by whoever gets it, also by somebody who may decide nothing else.
    enabled: item !== undefined && (may || accepts(item)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
  return { may, pass, refuse };
}
