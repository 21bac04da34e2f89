import { defineArea } from '../define.ts';
import { bindOnboarding } from './routes.ts';
import { createOnboarding } from './service.ts';

export const onboardingArea = defineArea({ create: createOnboarding, bind: bindOnboarding });
