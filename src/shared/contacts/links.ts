import type { Span } from './phone-numbers.ts';

/** E-mail addresses, links, and the names that people have on other services. */

const endings =
  'com|net|org|hk|io|me|co|app|cc|cn|tw|ee|ly|gg|link|site|xyz|info|biz|edu|gov|uk|us|jp|sg|mo|example|test|shop|online|page|dev|tv|club|fun|live|top|wiki|blog|academy|school|education|chat|bio|asia|gle|ai|vip|pro|store|space|tech|cloud|study|ca|au|de|kr';
const dot = String.raw`(?: ?(?:\.{1,3}|。|\[ ?\. ?\]|\( ?\. ?\)|[[({<【「*] ?(?:dot|點|点|\.) ?[\])}>】」*]|點|点) ?| (?:dot|點|点) |[-_]dot[-_])`;
const atSign = String.raw`(?: ?(?:@{1,3}|[[({<【「*] ?(?:at|@|a|艾特|小?老鼠|圈a?) ?[\])}>】」*]|艾特|小老鼠|圈 ?a?) ?| at |[-_]at[-_])`;
const label = /[a-z0-9_-]/;

/** A dot and a known ending: the place from which a host is read backwards. */
const ending = new RegExp(`${dot}(?:${endings})(?![a-z0-9_-])`, 'g');
const spacedEnding = /^ ?(?:\.|。) /;
const at = new RegExp(atSign, 'g');
const spacedShort =
  /(?<![a-z])(?:bit|t|wa|linktr|tinyurl|youtu)[ .]{1,3}(?:ly|me|ee|com|be)(?: ?(?:\/|slash|斜線) ?| (?=[a-z]*\d))[a-z0-9_]{3,40}/g;
const dotAtEnd = new RegExp(`${dot}$`);
const domainAfter = new RegExp(
  `^(?:[a-z0-9-]{1,63}(?:${dot}[a-z0-9-]{1,63}){1,5}|(?:gmail|hotmail|yahoo|outlook|icloud|proton|protonmail)(?![a-z0-9]))`,
);
/** "…@outlook.com. Thanks": what follows a known ending is the next sentence. */
const endingHost = new RegExp(`^.*?${dot}(?:${endings})(?:${dot}(?:hk|uk|cn|tw|sg|au|jp))?(?![a-z0-9-])`);
const knownDomain = new RegExp(`(?:${dot}(?:${endings})|^[a-z]+)$`);
const fileEnding = /\.(?:pdf|docx?|pptx?|xlsx?|jpe?g|png|gif|heic|txt|zip|mp[34]|mov)$/;
const urlSign = /[a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/;
const scheme = /(?<![a-z])[a-z]{2,10}:\/\//g;
const shortHost = /(?<![a-z0-9])(?:t\.co|youtu\.be|goo\.gl|lin\.ee|m\.me|g\.page)(?![a-z0-9])/g;
const notHosts = /(?:asp|vb|ado)\.net$/;

/** The end of what belongs to a link; closing punctuation of the sentence does not. */
function endOfUrl(text: string, from: number) {
  let end = from;
  while (end < text.length && urlSign.test(text.charAt(end))) end += 1;
  while (end > from && /[.,;:!?'()\]]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** The beginning of a host whose last dot is at `end`; dots may be spelled out. */
function startOfHost(text: string, end: number) {
  let start = end;
  for (let labels = 0; labels < 6; labels += 1) {
    let first = start;
    while (first > 0 && start - first < 63 && label.test(text.charAt(first - 1))) first -= 1;
    if (first === start) return labels === 0 ? undefined : start;
    start = first;
    const [between] = dotAtEnd.exec(text.slice(Math.max(0, start - 8), start)) ?? [];
    if (!between || !label.test(text.charAt(start - between.length - 1))) return start;
    if (spacedEnding.test(between)) return start;
    start -= between.length;
  }
  return start;
}

/** A path goes on after the host with a slash, a question mark or a port. */
const goesOn = (text: string, end: number) =>
  /[/?:#]/.test(text.charAt(end)) && /[a-z0-9/#+]/.test(text.charAt(end + 1)) ? endOfUrl(text, end) : end;

function linkSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(scheme))
    if (found.index >= (spans.at(-1)?.to ?? 0))
      spans.push({ from: found.index, to: endOfUrl(text, found.index + found[0].length) });
  let short = 0;
  for (const found of text.matchAll(shortHost)) {
    if (found.index < short) continue;
    short = goesOn(text, found.index + found[0].length);
    spans.push({ from: found.index, to: short });
  }
  // What a link has taken is not read again, or many links in one would take long.
  let reached = 0;
  for (const found of text.matchAll(ending)) {
    if (found.index < reached) continue;
    const from = startOfHost(text, found.index);
    if (from === undefined) continue;
    const to = found.index + found[0].length;
    const host = text.slice(from, to);
    if (notHosts.test(host) || !/[a-z]/.test(host.slice(0, found.index - from))) continue;
    // "Thanks. Me too": a blank after a full stop ends a sentence, unless the word is never one.
    if (spacedEnding.test(found[0]) && !/(?:com|net|org|hk)$/.test(found[0])) continue;
    reached = goesOn(text, to);
    spans.push({ from, to: reached });
  }
  return spans;
}

/** A mail service and its ending, with anything for the dot; or a link that lost its dots. */
const mailHost =
  /(?<![a-z0-9])(?:g ?ma[i1l!][l1i!]|h[o0]t ?ma[i1l!][l1i!]|yah[o0]{2}|雅虎|[o0]utl[o0]{2}k|[i1]cl[o0]ud|pr[o0]t[o0]n ?ma[i1]l|谷歌信箱|netvigator|ymail|live|163|qq)(?:[^a-z0-9\n]{1,5}(?:d ?o ?t )?(?:c[o0]m|net|me)(?![a-z])(?:[^a-z0-9\n]{1,3}(?:dot )?hk(?![a-z]))?|(?<=信箱))/g;
const beforeMailHost =
  /(?<![a-z0-9._+-])[a-z0-9](?:[a-z0-9._+-]| (?=\d)){2,40}(?:[^a-z0-9\n]{1,8}(?:(?:at|a|a t|at sign)[^a-z0-9\n]{1,6})?|[[({](?:a|at)[^\n\])}]{0,6}[\])}])$/;
const undottedLink =
  /(?<![a-z])(?:https?|www)[^a-z0-9\n]{1,5}(?:www[^a-z0-9\n]{1,3})?[a-z0-9-]{3,40}[^a-z0-9\n]{1,3}(?:com|net|org|hk)(?![a-z])|(?<![a-z0-9])[a-z][a-z0-9-]{4,40}(?:,com|[·•](?:com|net|hk))(?![a-z])/g;

function spelledOutSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(mailHost)) {
    const left = text.slice(Math.max(0, found.index - 60), found.index);
    const [name] = beforeMailHost.exec(left) ?? [];
    if (name) spans.push({ from: found.index - name.length, to: found.index + found[0].length });
  }
  for (const found of [...text.matchAll(undottedLink), ...text.matchAll(spacedShort)])
    spans.push({ from: found.index, to: found.index + found[0].length });
  return spans;
}

/** moc.liamg@88nahc: an address that is to be read from its end. */
const backwards = /(?<![a-z0-9])(?:kh\.)?(?:moc|ten|gro|kh)\.[a-z0-9.-]{3,30}@[a-z0-9._-]{3,30}/g;

function emailSpans(text: string): Span[] {
  const spans = spelledOutSpans(text);
  for (const found of text.matchAll(backwards))
    spans.push({ from: found.index, to: found.index + found[0].length });
  for (const found of text.matchAll(at)) {
    let from = found.index;
    while (from > 0 && found.index - from < 64 && /[a-z0-9._%+-]/.test(text.charAt(from - 1))) from -= 1;
    if (from === found.index) continue;
    const after = found.index + found[0].length;
    const [domain] = domainAfter.exec(text.slice(after, after + 200)) ?? [];
    if (!domain || !/[a-z]{2,}$/.test(domain)) continue;
    // "at" is a word; only a known ending makes it a sign.
    if (/^[ _-]at[ _-]$/.test(found[0]) && !knownDomain.test(domain)) continue;
    const [host = domain] = endingHost.exec(domain) ?? [];
    spans.push({ from, to: after + host.replace(fileEnding, '').length });
  }
  return spans;
}

/** The ways to write a letter so that a plain search does not find it. */
const disguises: Record<string, string> = {
  a: '[a4@]',
  e: '[e3€]',
  i: '[i1!|l]',
  l: '[l1|i]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7+]',
  g: '[g9]',
};
/** The word in any disguise, also with signs between its letters: w3chat, W.e.C.h.a.t. */
const disguised = (word: string) =>
  [...word].map((letter) => disguises[letter] ?? letter).join('[ ._*•|/~-]?');
const disguisedAll = (words: string) => words.split(' ').map(disguised).join('|');

/**
 * Services on which people have a name, and how much more it takes to believe that a name follows. `short`: may be
 * something else, so that a bare word needs a tie. `word`: also an ordinary word, so that the name needs a sign of its
 * own. `verb`: no service, so that the name must look like nothing else.
 */
type Doubt = 'short' | 'word' | 'verb';
const services: [names: string, doubt?: Doubt][] = [
  [disguisedAll('wechat weixin whatsapp whatsap watsapp wtsapp instagram insta telegram facebook')],
  [disguisedAll('rednote messenger snapchat discord skype tiktok kakao kakaotalk viber twitter bilibili')],
  [
    '[微薇威維维徽溦葳][^\\u4e00-\\u9fffa-z0-9]{0,2}(?:信|訊|讯|x(?![a-z]))|(?:加|\\+)微|v ?信|vx|wx|v ?x|綠泡泡|绿泡泡|綠色軟件|綠色app|小綠|小绿|衛星|卫星',
  ],
  [
    'i[.*_/-]g\\.?|1g|t[.*_/-]g|f[.*_/-]b|w[.*_/-]x|電報|电报|飛機|愛居|哀居|艾居|小紅薯|小红薯|小紅書|小红书',
  ],
  ['非死不可|紅薯|红薯|小🍠|紙飛機|臉書|脸书|面書|抖音|扣扣|企鵝號|b站|油管'],
  ['g-?mail|hotmail|yahoo(?: ?mail)?|雅虎|outlook|icloud|protonmail|qq ?mail'],
  [
    `ig|tg|fb|ins|snap|threads|tele|i g|t g|${disguised('signal')}(?<!signal)|l[!1]ne|訊號」?嗰個藍色app`,
    'short',
  ],
  [
    'ws|wa|dc|qq|xhs|yt|youtube|v|w x|電郵|电邮|郵箱|邮箱|e-?mail|signal|line|red|zoom|賴|脆|威|薇|w ?c|facetime|支付寶|支付宝|alipay|q ?號',
    'word',
  ],
  [
    '搵我|揾我|找我|加我|加返我|add ?我|add me|dm|pm|inbox|搜尋|搜索|搜|search|follow|追蹤|用戶名|用户名|帳號|账号|user ?name|handle|id|account|acc|find me|reach me',
    'verb',
  ],
];
const servicePatterns = services.map(([names, doubt]) => ({
  pattern: new RegExp(`(?<![a-z0-9_.@])(?:${names})(?:(?<![a-z0-9_.])|(?=id[^a-z])|(?![a-z0-9_]))`, 'g'),
  doubt,
}));
const anyService = new RegExp(
  servicePatterns.flatMap(({ pattern, doubt }) => (doubt === 'verb' ? [] : pattern.source)).join('|'),
);
/** What may stand between the service and the name. */
const binder =
  /^(?:['’]s(?![a-z])|[\s:=•→⇒➡>|~*"'’“/「」『』【】()[\]{}<-]|profile|channel|個|喺|係|是|就|打|群|搜尋|搜索|搜|搵|加|查|號|号|帳號|账号|帳戶|戶口|用戶名|名|叫|為|为|我|嘅|的|返|埋|後面|id(?![a-z])|account|acc(?![a-z])|user ?name|user(?![a-z])|handle|name(?![a-z])|is(?![a-z])|live:|me(?![a-z])|add(?![a-z])|search|dm(?![a-z])|my(?![a-z])|at(?![a-z])|as(?![a-z])|on(?![a-z])|page(?![a-z])|live:|專頁|頻道|同電話一樣|同號)/;
const tie = /[:=→⇒➡>•@「]|['’]s|帳戶|搵|係|是|搜|號|号|帳號|账号|叫|為|id|account|name|handle|is|add|search/;
const strongTie = /[:=→⇒➡•@]|id|username|user name|帳號|账号|handle/;
const explicitTie = /名叫|名係|page ?:|id|user ?name|帳號|账号|用戶名|handle|acc(?![a-z])/;
const name = /^@? ?[a-z0-9](?:[a-z0-9._-]{1,38}[a-z0-9_])(?:#\d{4})?/;
/** 陳大文老師, 陳Sir數學教室: how somebody who teaches is called on a page, and no other words behind it. */
const chineseName =
  /^[陳陈李張张黃黄何林吳吴鄭郑王梁劉刘周蔡葉叶郭許许楊杨鄧邓謝谢曾馮冯余趙赵羅罗][\u4e00-\u9fff]{0,3}(?:老師|老师|sir|miss|補習|数学|數學|教室|導師|学堂|學堂)[\u4e00-\u9fffa-z0-9]{0,4}(?=$|[^\u4e00-\u9fffa-z0-9])/;
const endsThere = /^\s?(?:$|[^\sa-z])/;
const ordinary =
  /^(?:tutors?|teachers?|students?|notes|jobs?|feedback|java|python|maths?|mathematics|english|chinese|physics|chemistry|chem|biology|history|geography|economics|econ|accounting|science|edexcel|cambridge|igcse|gcse|alevel|instagram|image|images|video|videos|story|stories|posts?|pages?|account|group|groups|messages?|chats?|calls?|addiction|app|apps|live|reels?|format|processing|system|systems|influencers?|marketing|address|template|writing|letter|letters|reply|and|or|the|for|with|from|is|was|are|has|have|that|this|not|only|too|also|sorry|please|thanks|because|but|when|then|if|so|all|use|using|user|users|friends?|pay|payment|web|login|lesson|lessons|class|online|meeting|link|links|telegram|signal|whatsapp|wechat|instagram|facebook|youtube|line|number|numbers|no|ok|okay|yes|anytime|later|there|here|you|your|him|her|them|us|me|my|it)$/;

/** A Chinese name behind a service: in quotation marks, or one of a teacher after a word for looking it up. */
function calledInChinese(after: string, bound: string, doubt: Doubt | undefined) {
  const searched = /(?:搜尋?|search|@|:|名叫)\s?$/.test(bound) ? chineseName.exec(after) : undefined;
  const isQuoted = doubt !== 'word' && /[「『"“(]$/.test(bound) && tie.test(bound);
  const named =
    doubt === undefined && /(?:名叫|叫做|名係|個名)\s?$/.test(bound)
      ? /^[\u4e00-\u9fff]{2,8}(?=$|[^\u4e00-\u9fffa-z0-9])/.exec(after)
      : undefined;
  return (searched ?? named ?? (isQuoted ? /^[^」』"”)\n]{2,24}(?=[」』"”)])/.exec(after) : undefined))?.[0];
}

/** Parts of names that files, lessons and programs have. */
const usualPart =
  /^(?:\d+|[a-z]\d*[a-z]?|hkdse|dse|igcse|gcse|maths?|english|eng|chinese|chi|phy\w*|chem\w*|bio\w*|econ\w*|ls|ict|papers?\d*|unit\d*|chapter\d*|ch\d*|ex\d*\w?|q\d*|v\d*|notes?|ans|answers?|vocab|past|mock|quiz|exam|img|dsc|vid|scan|photo|screenshot|list|array|node|name|value|count|index|max|min|str|int|num|data|file|test|user|get|set|print|search|sort|new|old|my|is|to|for|while|if|of|in)$/;
const usualWord =
  /^(?:paper|unit|grade|level|form|chapter|page|question|exercise|ielts|toefl|section|lesson|class|band|quiz|iphone|ipads?|windows|android|covid|galaxy|python|group|version|stage|module|score|total|round|table|figure|issue|season|problem|answer)\d/;
const inProgram = /(?:def|class|print|import|function|return|variable|變數|變量|函數|程式|檔案|file)\W{0,3}$/;

/** A service anywhere near it makes a name of any word that is spelled like one. */
const serviceNear =
  /(?<![a-z0-9_.])(?:ig|insta|instagram|tg|telegram|fb|facebook|wechat|whatsapp|threads|discord)(?![a-z0-9_])|微信|小紅書|抖音|紙飛機|飛機|哀居|[綠藍]色嗰個app|[a-z熱雞][ -]?(?:mail|郵)|電郵|same name everywhere/;
const isNearService = (text: string, { from, to }: Span) =>
  serviceNear.test(text.slice(Math.max(0, from - 30), from)) || serviceNear.test(text.slice(to, to + 30));

/** A word that looks like a name on some service and like nothing else, whatever stands beside it. */
function loneNames(text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(
    /(?<![a-z0-9_.@/\\-])_?[a-z][a-z0-9._-]{5,40}(?![a-z0-9_(=[\\/@-]| ?=)/g,
  )) {
    const told = found[0].replace(/[._-]+$/, '');
    const isOnService = isNearService(text, { from: found.index, to: found.index + told.length });
    const isSpelled =
      /^_?[a-z0-9.]{2,}(?:_[a-z0-9.]+)+$|^_[a-z0-9.]{4,}$/.test(told) ||
      /^[a-z]{5,}(?!(?:19|20)\d\d$)\d{2,4}$/.test(told);
    if (
      !isSpelled ||
      !/[a-z]{3}/.test(told) ||
      !(/\d/.test(told) || isOnService) ||
      usualWord.test(told) ||
      fileEnding.test(told)
    )
      continue;
    if (!isOnService && told.split(/[_.]/).some((part) => usualPart.test(part))) continue;
    if (inProgram.test(text.slice(Math.max(0, found.index - 12), found.index))) continue;
    spans.push({ from: found.index, to: found.index + told.length });
  }
  return spans;
}

/** sammi下劃線poon, yuki underscore lam, carmen dot 77: the signs of a name in words; 小紅書號：九五二七零八. */
const spelledName =
  /(?<![a-z0-9])[a-z][a-z0-9]{1,20}(?: ?(?:下劃線|下划线|底線|底线|underscore|[(]?(?:dot|點)[)]?|minus|hyphen|dash|·) ?[a-z0-9一二三四五六七八九零]{1,20}){1,4}/g;
const spelledId = /(?:號|号|id|邮箱|郵箱) ?[:：]? ?[零〇一二三四五六七八九]{5,12}/g;

function spelledNames(text: string): Span[] {
  const spans = [spelledName, spelledId].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length })),
  );
  return spans.filter((span) => anyService.test(text.slice(Math.max(0, span.from - 24), span.from + 6)));
}

function nameSpans(text: string): Span[] {
  const spans: Span[] = spelledNames(text);
  for (const { pattern, doubt } of servicePatterns)
    for (const found of text.matchAll(pattern)) {
      const told = nameBefore(text, found.index);
      if (told) spans.push(told);
      let place = found.index + found[0].length;
      for (let names = 0; names < 2; names += 1) {
        const start = place;
        for (let words = 0; words < 14; words += 1) {
          const [word] = binder.exec(text.slice(place, place + 12)) ?? [];
          // A word that begins like a binder may be the name itself: my_tutor, name.hk.
          if (
            !word ||
            (/^[a-z]/.test(word) &&
              /[a-z0-9_.-]/.test(text.charAt(place + word.length)) &&
              !/^[.]?\s/.test(text.slice(place + word.length, place + word.length + 2)))
          )
            break;
          place += word.length;
        }
        place += /^[,、] ?(?=@?[a-z][a-z0-9.]*_)/.exec(text.slice(place, place + 32))?.[0].length ?? 0;
        const [handle] = name.exec(text.slice(place, place + 48)) ?? [];
        const bound = text.slice(start, place);
        if (!handle) {
          const called =
            doubt === 'verb' ? undefined : calledInChinese(text.slice(place, place + 26), bound, doubt);
          if (called) spans.push({ from: place, to: place + called.length });
          break;
        }
        if (!isName(handle, bound, doubt, text, found.index, place + handle.length)) break;
        const end = place + handle.length;
        spans.push({ from: place, to: end + restOfName(text.slice(end, end + 48), bound, handle) });
        place = end;
      }
    }
  spans.push(...loneNames(text));
  for (const found of text.matchAll(/(?<![a-z0-9_.@])@[a-z0-9_.]{3,40}/g))
    if (/[a-z]/.test(found[0]) && !/^@\d+[ap]m$/.test(found[0]))
      spans.push({ from: found.index, to: found.index + found[0].replace(/\.+$/, '').length });
  return spans;
}

/** FB 叫 Chan Siu Man: a name of several words ends with them, before a sign or a Chinese word. */
const restOfName = (after: string, bound: string, first: string) =>
  /叫|搜|名|search/.test(bound) && /^[a-z]+$/.test(first)
    ? (/^(?: [a-z]{2,14}){1,3}(?=\s?(?:$|[^\sa-z0-9]))/.exec(after)?.[0].length ?? 0)
    : 0;

/** joe_tam, kelly99: words do not look so. */
const looksLikeName = (told: string) =>
  /[a-z]{3}/.test(told) &&
  (/[a-z0-9]_[a-z0-9]/.test(told) || /^[a-z]{4,}(?!(?:19|20)\d\d$)\d{2,}[a-z]*$/.test(told));

/** joe_tam 係我 IG, joetam92 (wechat): the name stands before the service, with a sign that words do not have. */
function nameBefore(text: string, service: number): Span | undefined {
  const before = text.slice(Math.max(0, service - 44), service);
  const found =
    /(?<![a-z0-9_.])([a-z0-9][a-z0-9._]{3,30})(?:[\s,(:=@-]|即|係|是|我|嘅|的|個|on|my|is|in|via){1,10}$/.exec(
      before,
    );
  const told = found?.[1];
  if (!found || !told || !/[a-z]{3}/.test(told)) return undefined;
  const isMine = /(?:係|是)我(?:個|嘅|的)? ?$/.test(found[0]) && told.length >= 5 && !ordinary.test(told);
  if (!isMine && !looksLikeName(told)) return undefined;
  const from = service - before.length + found.index;
  return { from, to: from + told.length };
}

function isName(
  handle: string,
  bound: string,
  doubt: Doubt | undefined,
  text: string,
  from: number,
  to: number,
) {
  const bare = handle.replace(/^@ ?/, '');
  if (doubt === 'verb') return looksLikeName(bare) && !/^\.[a-z0-9]/.test(text.slice(to, to + 2));
  const rest = restOfName(text.slice(to, to + 48), bound, bare);
  if ((ordinary.test(bare) && rest === 0) || !/[a-z]/.test(bare))
    return /^\d{5,12}$/.test(bare) && (tie.test(bound) || text.startsWith('qq', from));
  const hasSign = handle.startsWith('@') || /[_.\d]|[a-z]-[a-z]/.test(bare);
  if (/^\d+(?:am|pm|hr|hrs|min|mins|gb|mb|f|th|nd|st|rd)$/.test(bare)) return false;
  if (doubt) {
    const around = text.slice(Math.max(0, from - 8), from) + text.slice(to, to + 8);
    const isTold = /[^\s係是]/.test(bound) || /我|my/.test(around);
    if (
      doubt === 'short' &&
      isTold &&
      tie.test(bound) &&
      bare.length >= 4 &&
      (endsThere.test(text.slice(to, to + 2)) || rest > 0)
    )
      return true;
    if (/(?:my|我|我嘅|我的|our) ?$/.test(text.slice(Math.max(0, from - 4), from)) && tie.test(bound))
      return bare.length >= 4;
    if (strongTie.test(bound) || handle.startsWith('@'))
      return (hasSign && /[a-z]{2}/.test(bare)) || (explicitTie.test(bound) && bare.length >= 4);
    if (explicitTie.test(bound)) return bare.length >= 4;
    return (
      hasSign &&
      bare.length >= 6 &&
      (/[_.]|[a-z]\d|\d[a-z]/.test(bare) || tie.test(bound)) &&
      /[a-z]{3}/.test(bare)
    );
  }
  if (hasSign) return bare.length >= 4 || tie.test(bound);
  if (tie.test(bound)) return bare.length >= 4;
  // Without any tie, a long word of no language between Chinese ones.
  const isAmongChinese = !/[a-z]/.test(text.charAt(from - 2)) && endsThere.test(text.slice(to, to + 2));
  return bare.length >= 8 && isAmongChinese;
}

export const linkAndNameSpans = (text: string): Span[] => [
  ...emailSpans(text),
  ...linkSpans(text),
  ...nameSpans(text),
];
