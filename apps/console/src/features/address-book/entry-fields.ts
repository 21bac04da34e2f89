import type { PayeeOwner } from '@holdfast/contract';
import { z } from 'zod';
import { methodsIn } from '../../lib/abi.ts';
import type { Form } from '../../lib/form.ts';

/** Limits of domain.md 7.10 as the contract has them. */
export const [labelMax, addressMax, memoMax, remarkMax, ownerMax] = [30, 128, 256, 200, 64];

/** Who keeps the keys of an address, as a form has it. */
export const keepers = { provider: '0', self: '1' } as const;

const beneficiary = {
  owner: z.string().trim().max(ownerMax),
  vasp: z.string().trim().max(ownerMax),
  self_hosted: z.enum(keepers),
};
type Said = z.output<z.ZodObject<typeof beneficiary>>;

/** Nobody can be said to keep an address without being named. */
function named({ owner, vasp, self_hosted }: Said, { addIssue }: z.core.$RefinementCtx): void {
  if (owner === '' && (vasp !== '' || self_hosted === keepers.self))
    addIssue({ code: 'custom', path: ['owner'], input: owner });
}

/** Who is behind an address; no name, and nobody is. */
export const beneficiaryFields = z.object(beneficiary).superRefine(named);
export type BeneficiaryForm = Form<keyof Said>;

/** What somebody writes of a payee; networks and coins are ticked. */
export const entryFields = z
  .object({
    label: z.string().trim().min(1).max(labelMax),
    address: z.string().trim().min(1).max(addressMax),
    memo: z.string().max(memoMax),
    remark: z.string().max(remarkMax),
    methods: z.string().refine((text) => methodsIn(text).strange.length === 0),
    ...beneficiary,
  })
  .superRefine(named);

/** The texts of a form about who is behind an address. */
export const saidOf = (owner: PayeeOwner | null): Record<keyof Said, string> => ({
  owner: owner?.name ?? '',
  vasp: owner?.vasp ?? '',
  self_hosted: String(owner?.self_hosted ?? keepers.provider),
});

/** What those texts say; a provider is none of whoever keeps the keys themselves. */
export function ownerOf({ owner, vasp, self_hosted }: Readonly<Record<keyof Said, string>>): PayeeOwner | null {
  if (owner.trim() === '') return null;
  const self = self_hosted === keepers.self;
  return { name: owner.trim(), vasp: self ? '' : vasp.trim(), self_hosted: self ? 1 : 0 };
}
