import type { StorybookConfig } from '@storybook/react-vite';

/** The pieces of src/ui, each with its states. Nothing leaves the machine: no telemetry, no news, no look for updates. */
const config: StorybookConfig = {
  stories: ['../src/ui/**/*.stories.tsx'],
  framework: '@storybook/react-vite',
  staticDirs: [{ from: '../public', to: '/mpc' }],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  typescript: { reactDocgen: false },
  /** Paths beside the page, so that the static build works in any folder. */
  viteFinal: (options) => ({ ...options, base: './', publicDir: false }),
};
export default config;
