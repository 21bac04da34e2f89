import { z } from 'zod';
import { nothing } from './codecs.ts';
import { get } from './endpoint.ts';

/** What a new workspace does first, in this order. */
export const firstSteps = ['fund', 'invite', 'requireTwo', 'whitelist', 'kit', 'drill'] as const;
export type FirstStep = (typeof firstSteps)[number];

export const onboarding = {
  status: get('/api/mpc/onboarding/status', {
    summary: 'The first steps of the workspace, each done or not; none once all of them were',
    access: 'onboarding.read',
    input: nothing,
    output: z.object({
      /** Empty: they were all done once, and are told of no more. */
      steps: z.array(
        z.object({
          step: z.enum(firstSteps),
          done: z.boolean(),
          /** Of what one wallet lacks: the wallet as the rules name it, '*' for all that have no flow of their own. */
          wallet: z.string().exactOptional(),
          /** Of `invite`: who has joined and waits to be admitted, the longest first; the item that admits them. */
          waits: z.object({ item_id: z.int(), name: z.string() }).exactOptional(),
        }),
      ),
    }),
  }),
};
