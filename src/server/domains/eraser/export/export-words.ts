import type { Locale } from '#shared/locale.ts';

export const exportWords = {
  'zh-Hant': {
    name: '姓名：',
    class: '班別：',
    date: '日期：',
    page: (page: number, pages: number) => `第 ${page} 頁，共 ${pages} 頁`,
  },
  en: {
    name: 'Name:',
    class: 'Class:',
    date: 'Date:',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
} satisfies Record<Locale, unknown>;
