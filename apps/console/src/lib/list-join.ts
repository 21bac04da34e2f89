import { currentLanguage } from './i18n.ts';

/** What stands between the things of a list. */
export const listJoin = (): string => (currentLanguage() === 'zh-CN' ? '、' : ', ');
