import '../src/app/app.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { Preview } from '@storybook/react-vite';
import { type Language, loadNamespaces, setLanguage, startI18n } from '../src/lib/i18n.ts';

await startI18n();
// The texts of shared pieces that only some screens show.
await loadNamespaces(['tools']);

const toolbar = (title: string, icon: 'mirror' | 'globe', items: { value: string; title: string }[]) => ({
  toolbar: { title, icon, items, dynamicTitle: true },
});

/** Theme and language as the console has them: tokens by `data-theme`, texts by i18next. */
const preview: Preview = {
  globalTypes: {
    theme: toolbar('Theme', 'mirror', [
      { value: 'light', title: 'Light' },
      { value: 'dark', title: 'Dark' },
    ]),
    language: toolbar('Language', 'globe', [
      { value: 'en-US', title: 'English' },
      { value: 'zh-CN', title: '中文' },
    ]),
  },
  initialGlobals: { theme: 'light', language: 'en-US' },
  loaders: [
    async ({ globals }) => {
      await setLanguage(globals.language as Language);
      return {};
    },
  ],
  decorators: [
    (Story, { globals }) => {
      Object.assign(document.documentElement.dataset, { theme: globals.theme });
      return (
        <CSPProvider disableStyleElements>
          <Story key={`${globals.language}`} />
        </CSPProvider>
      );
    },
  ],
  parameters: { layout: 'padded', controls: { disable: true }, actions: { disable: true } },
};
export default preview;
