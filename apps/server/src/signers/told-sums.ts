import { z } from 'zod';

/** What a signer counted in a window of a rule, by its own word. */
const toldSum = z.object({
  hours: z.int().positive(),
  scope: z.enum(['wallet', 'workspace', 'member']),
  /** All that are counted in it, as `chain|contract`. */
  assets: z.array(z.string().max(200)).max(200),
  units: z.string().regex(/^\d{1,78}$/),
  /** null where the value of something in it is not known. */
  cents: z
    .string()
    .regex(/^\d{1,78}$/)
    .nullable(),
});
export type ToldSum = z.infer<typeof toldSum>;

/** No request of a payment asks for more windows. */
const most = 20;

/** What one signer says is not taken on trust: what is no sum would end whoever reads it later. A signer of an earlier release tells none. */
export function sumsIn(said: unknown): readonly ToldSum[] {
  const list: readonly unknown[] = Array.isArray(said) ? said.slice(0, most) : [];
  const sums = list.flatMap((one) => {
    const read = toldSum.safeParse(one);
    return read.success ? [read.data] : [];
  });
  const byText = new Map(sums.map((sum) => [JSON.stringify(sum), sum]));
  return [...byText.values()];
}
