/** As long as a link can be used once it can. */
export const usableMs = 72 * 3_600_000;

export interface Times {
  readonly due_at: Date;
  readonly expires_at: Date;
}
export const isReady = ({ due_at, expires_at }: Times, now: Date): boolean => due_at <= now && now < expires_at;
