import type { Locale } from '#shared/locale.ts';

export const statementWords = {
  'zh-Hant': {
    head: ['日期', '開始', '結束', '分鐘', '每小時 HK$', 'HK$', '狀態'],
    total: '合計',
    states: { awaiting: '待確認', confirmed: '已確認', disputed: '有爭議', open: '進行中', void: '不計算' },
    brand: '明師 Mingshi',
    title: '每月課堂結算單',
    sample: '示範',
    ofClass: '課堂編號',
    month: '月份',
    monthName: (year: number, month: number) => `${year} 年 ${month} 月`,
    tutor: '導師',
    family: '家長',
    left: '（帳戶已刪除）',
    subjects: '科目',
    grades: '年級',
    price: '每小時',
    columns: { date: '日期', start: '開始', end: '結束', minutes: '分鐘', state: '狀態', amount: '金額 HK$' },
    lessons: (count: number) => `${count} 節課`,
    hours: (minutes: number) => `${Math.floor(minutes / 60)} 小時 ${minutes % 60} 分鐘`,
    none: '這個月沒有課堂紀錄。',
    disputed: '有爭議的課堂會列出，但在決定之前不計入合計。',
    direct: '學費由雙方直接支付，明師只保存紀錄。時間為香港時間。',
    page: (page: number, pages: number) => `第 ${page} 頁，共 ${pages} 頁`,
    made: '製作日期',
  },
  en: {
    head: ['Date', 'Start', 'End', 'Minutes', 'HK$ per hour', 'HK$', 'State'],
    total: 'Total',
    states: {
      awaiting: 'awaiting',
      confirmed: 'confirmed',
      disputed: 'disputed',
      open: 'open',
      void: 'not counted',
    },
    brand: '明師 Mingshi',
    title: 'Monthly statement of lessons',
    sample: '示範 Sample',
    ofClass: 'Class',
    month: 'Month',
    monthName: (year: number, month: number) =>
      new Intl.DateTimeFormat('en-HK', { timeZone: 'UTC', year: 'numeric', month: 'long' }).format(
        Date.UTC(year, month - 1, 15),
      ),
    tutor: 'Tutor',
    family: 'Family',
    left: '(account deleted)',
    subjects: 'Subjects',
    grades: 'Grades',
    price: 'Per hour',
    columns: { date: 'Date', start: 'Start', end: 'End', minutes: 'Minutes', state: 'State', amount: 'HK$' },
    lessons: (count: number) => `${count} ${count === 1 ? 'lesson' : 'lessons'}`,
    hours: (minutes: number) => `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
    none: 'There are no lessons in this month.',
    disputed: 'Disputed lessons are shown, and not counted until they are decided.',
    direct:
      'Fees are paid directly between the two sides; Mingshi only keeps the record. Times are of Hong Kong.',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    made: 'Made on',
  },
} satisfies Record<Locale, unknown>;

const inHongKong = (moment: string) => new Date(Date.parse(moment) + 8 * 3_600_000).toISOString();
export const dateOf = (moment: string) => inHongKong(moment).slice(0, 10);
export const timeOf = (moment: string) => inHongKong(moment).slice(11, 16);
export const countsInSums = (state: string) => state === 'awaiting' || state === 'confirmed';
