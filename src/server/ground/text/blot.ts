const blotted = '▇▇▇';

/** Ways to be found outside the product. Digits may be full-width, Chinese, or spread out with signs between them. */
const traces = [
  /[a-z0-9._%+-]+\s*(?:@|＠|\(at\)|\[at\])\s*[a-z0-9-]+(?:\s*(?:\.|．|\(dot\)|。)\s*[a-z0-9-]+)+/gi,
  /(?:https?|ftp|weixin|whatsapp|tg):\/\/\S+/gi,
  /\b(?:www\.|wa\.me|t\.me|fb\.com|instagram\.com|line\.me)\S*/gi,
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|hk|io|me|co|app|cc|cn|tw)\b(?:\/\S*)?/gi,
  /(?:微信|wechat|weixin|whatsapp|telegram|signal|line|ig|instagram|小紅書|小红书)\s*(?:id|號|号|帳號|账号)?\s*[:：是]\s*[\w.@-]{3,}/gi,
  /(?<![\w])@[a-z0-9_.]{3,}/gi,
  // Eight signs for digits or more, unless they are a date.
  /(?!(?:19|20)\d\d([-/.])\d\d?\1\d\d?(?!\d))(?:[+＋]\s*)?(?:[\d０-９零〇一二兩三四五六七八九①-⑨](?:[\s\-–—.·()（）_*/、,，]{0,3})){7,}[\d０-９零〇一二兩三四五六七八九①-⑨]/g,
];

/** Free text as strangers may read it: numbers, addresses and links are blotted out until both sides share theirs. */
export const blot = (text: string) => traces.reduce((rest, trace) => rest.replace(trace, blotted), text);
