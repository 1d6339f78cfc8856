import type { Locale } from '../locale.ts';
import type { DeliveryTopic } from './delivery-rules.ts';

/** What a topic is called in mails and on pages, within a sentence. */
export const topicNames: Record<DeliveryTopic, Record<Locale, string>> = {
  offers: { 'zh-Hant': '應徵與邀請', en: 'applications and invitations' },
  messages: { 'zh-Hant': '訊息', en: 'messages' },
  trials: { 'zh-Hant': '試堂', en: 'trial lessons' },
  lessons: { 'zh-Hant': '課堂', en: 'lessons' },
  records: { 'zh-Hant': '上課紀錄與月結單', en: 'lesson records and statements' },
  reviews: { 'zh-Hant': '評價', en: 'reviews' },
  documents: { 'zh-Hant': '證明文件與核實', en: 'documents and checks' },
  reports: { 'zh-Hant': '舉報', en: 'reports' },
  papers: { 'zh-Hant': '試卷與 AI 導師', en: 'papers and the AI tutor' },
  account: { 'zh-Hant': '帳戶', en: 'your account' },
  safety: { 'zh-Hant': '安全', en: 'safety' },
};

/** The same at the beginning of a line. */
export function topicTitle(topic: DeliveryTopic, locale: Locale) {
  const name = topicNames[topic][locale];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
