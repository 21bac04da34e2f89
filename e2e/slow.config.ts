import base from './playwright.config.ts';

export default {
  ...base,
  workers: 1,
  retries: 0,
  timeout: 900_000,
  expect: { timeout: 120_000 },
  use: { ...base.use, actionTimeout: 120_000, navigationTimeout: 120_000 },
};
