import { z } from 'zod';

/** Live updates: server-sent events over fetch (the token travels in a header). Each `data:` line is one of these as JSON. */
export const eventsPath = '/api/mpc/events';
export const eventTopics = [
  'order',
  'deposit',
  'balance',
  'todo',
  'setup',
  'chain',
  'notice',
  'activity',
  'account',
] as const;
/** An empty id says: look at everything of this topic. */
export const liveEvent = z.object({ topic: z.enum(eventTopics), id: z.string() });
export type LiveEvent = z.output<typeof liveEvent>;
export type EventTopic = (typeof eventTopics)[number];
