const mask = '▇▇▇';

/** Patterns of contact details. Digits may be full-width, Chinese, or separated by punctuation. */
const contactPatterns = [
  /[a-z0-9._%+-]+\s*(?:@|＠|\(at\)|\[at\])\s*[a-z0-9-]+(?:\s*(?:\.|．|\(dot\)|。)\s*[a-z0-9-]+)+/gi,
  /(?:https?|ftp|weixin|whatsapp|tg):\/\/\S+/gi,
  /\b(?:www\.|wa\.me|t\.me|fb\.com|instagram\.com|line\.me)\S*/gi,
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|hk|io|me|co|app|cc|cn|tw)\b(?:\/\S*)?/gi,
  /(?:微信|wechat|weixin|whatsapp|telegram|signal|line|ig|instagram|小紅書|小红书)\s*(?:id|號|号|帳號|账号)?\s*[:：是]\s*[\w.@-]{3,}/gi,
  /(?<![\w])@[a-z0-9_.]{3,}/gi,
  // Eight or more digits, unless they are a date.
  /(?!(?:19|20)\d\d([-/.])\d\d?\1\d\d?(?!\d))(?:[+＋]\s*)?(?:[\d０-９零〇一二兩三四五六七八九①-⑨](?:[\s\-–—.·()（）_*/、,，]{0,3})){7,}[\d０-９零〇一二兩三四五六七八九①-⑨]/g,
];

/** Masks phone numbers, addresses and links in texts, until both sides have shared their contact details. */
export const maskContacts = (text: string) =>
  contactPatterns.reduce((rest, pattern) => rest.replace(pattern, mask), text);
