// What students say around a problem, at its beginning and at its end. Words in the middle of a text are left alone: there
// they may be what it is about.

const before = [
  '咁|那麼?|然後|跟住|唔該|麻煩|請問?|老師|幫我?手?|可唔可以|可不可以|可以|你|我(?:想問|想知|想學|要)?',
  '唔識|不識|識唔識|唔會|不會|唔懂|不懂|唔明白?|不明白?|(?:計|做|解)唔到|(?:計|做|解)不(?:到|出)|卡住了?|點樣?|怎樣|怎麼|如何|計下?|做下?|解下?(?=[^方不聯]|$)|教我?',
  '呢[條題道]|這[條題道]|[條題]目?|問題|先?給?我?提示|hints?|please|help(?: me)?(?: with)?|how (?:do|can|should) (?:i|you|we)|can you|could you',
  "i (?:don'?t|do not|can'?t|cannot) (?:know|understand|do|solve)(?: how to)?|i'?m stuck(?: on| with)?|what about|how about|teach me|then|so|and|to|do|work out",
  '[\\s，,、：:。]',
].join('|');
const after = [
  '呢|嗎|呀|啊|㗎|架|吖|喎|啦|喇|先|唔識|不會|不懂|唔懂|唔明白?|不明白?|卡住了?|(?:應該)?(?:點樣?|怎樣|怎麼|如何)(?:計|做|解)',
  "(?:先?給?我?)?(?:一個)?提示|(?:a )?hints?|please|first|i'?m stuck|help(?: me)?",
  '[\\s，,、？?。.!！]',
].join('|');
/** What is longer is no problem with a word before it. */
const longest = 500;
const leading = new RegExp(`^(?:${before})+`, 'i');
const trailing = new RegExp(`(?:${after})+$`, 'i');

/** 「我唔識計 2x+5=13」 asks for 2x+5=13. */
export const plainQuestion = (text: string) =>
  text.length > longest ? text : text.replace(leading, '').replace(trailing, '');
