import type { Span } from './phone-numbers.ts';

/**
 * Addresses: a street with its number, or the parts of a home (block, floor, flat) where at least two stand
 * together or one follows the name of an estate or building. The names of places alone are no address.
 */

const number = '[0-9零〇一二三四五六七八九十廿卅百壹貳叁肆伍陸柒捌玖拾]{1,5}';
const mark = `(?:${number}[a-z]?|[a-z]\\d{0,2})`;

type Part = Span & { kind: 'block' | 'floor' | 'flat' | 'street' | 'bare' };

const partPatterns: [Part['kind'], RegExp][] = [
  // 泮涌 45 號 2 樓: a house of a village is its number, with a floor behind it.
  [
    'street',
    /(?<=[\u4e00-\u9fff]{4} ?)(?<![第月] ?)\d{1,3}[a-h]? ?號(?= ?(?:[1-3一二三] ?(?:樓|字樓)|地下|地舖))/g,
  ],
  ['block', new RegExp(`第? ?(?<![a-z0-9])${mark} ?(?:座|棟|栋|幢|号楼|號樓)(?![山橋塔島城碑廟])`, 'g')],
  [
    'floor',
    new RegExp(
      `(?:唐|第)? ?(?<![a-z0-9])${number} ?(?:樓|楼|字樓|層|层)(?![梯盤價市])|(?<=[座棟幢期閣廈樓苑居] ?)(?:高|中|低)層|(?<=[號座] ?)地下`,
      'g',
    ),
  ],
  [
    'flat',
    new RegExp(
      `(?<![a-z0-9])(?:${mark} ?(?:室|房(?!間|间|子|東|主|屋|署|價)|單位|单位|号房|號房|號室|號屋|號洋房)|[a-z] ?(?:座|舖|铺|鋪))`,
      'g',
    ),
  ],
  [
    'flat',
    /(?<=[0-9a-z一二三四五六七八九十] ?(?:樓|楼|座|\/f) ?)(?:\d{3,4}[a-z]?|\d{1,2} ?[a-h]|[a-z])(?![a-z0-9]|[\u4e00-\u9fff]| (?:班|課|區|出|翼|餐))/g,
  ],
  // 5座23C, 二座 一九零五, and 碧園樓 2734 or 正泰樓 4 1 1 9 室 behind an estate.
  [
    'flat',
    /(?<=[\d一二三四五六七八九十] ?座 ?)(?:\d{1,2} ?[a-h]|\d{4}|[零〇一二三四五六七八九]{4})(?![a-z0-9])/g,
  ],
  [
    'flat',
    /(?<=[邨苑村園城](?:\s|[,，])?[\u4e00-\u9fff]{1,4}[樓閣軒](?:\s|[,，])?)(?:\d{3,4}|[零〇一二三四五六七八九壹貳叁肆伍陸柒捌玖]{3,4}|\d(?: \d){2,3})(?! ?[0-9年月日個人元蚊])/g,
  ],
  ['flat', /(?<=[邨苑村園] ?[\u4e00-\u9fff]{1,4}[樓閣] ?)\d{3,4}(?:[號室]|(?![0-9]|[\u4e00-\u9fff]))/g],
  // 春櫻閣 8C, and block, floor and flat without words: 杏花邨 26-5-3.
  ['flat', /(?<=[閣廈軒苑臺庭峰] ?)\d{1,2} ?[a-h](?![a-z0-9]|[\u4e00-\u9fff]| (?:班|課|區|出|翼|餐))/g],
  ['flat', /(?<=[園邨苑莊城] ?)[a-z]\d{3,4}(?![a-z0-9]|[\u4e00-\u9fff])/g],
  ['flat', /(?<=[城園邨苑莊居灣] ?)\d{1,2}(-)\d{1,2}\1(?:\d{1,2}[a-h]?|[a-h])(?! ?[a-z0-9/\u4e00-\u9fff-])/g],
  ['flat', /(?<![a-z])(?:dd|d\.d\.|丈量約份)[^\n\d]{0,6}\d{1,3}[^\n\d]{0,8}(?:lot|地段)[^\n\d]{0,6}\d{1,5}/g],
  ['flat', /(?<![a-z0-9.:/])\d{1,2}[a-h](?=, ?(?:\d{1,2}\/f|(?:tower|block|blk) ?\d))/g],
  ['flat', /(?<=(?:tower|block|blk) ?\d{1,2},? )\d{1,2}[a-h](?![a-z0-9])/g],
  [
    'block',
    /(?<![a-z])(?:block|blk|tower|twr|bldg|house)\.? ?(?:\d{1,3}[a-z]?|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten)(?![a-z0-9]| ?\/ ?f)|(?<![a-z0-9])t\d{1,2}(?= ?\d{1,2} ?(?:樓|\/f|[a-h](?![a-z])))/g,
  ],
  ['flat', /(?<= ?t\d{1,2} )\d{1,2}[a-h](?![a-z0-9])/g],
  [
    'floor',
    /(?<![a-z])(?:level|floor) (?:\d{1,2}|(?:twenty|thirty|forty)(?:[- ][a-z]{3,5})?|[a-z]{3,8}teen)(?![a-z0-9])/g,
  ],
  [
    'floor',
    /(?<![a-z0-9])(?:\d{1,3} ?\/ ?f|\d{1,3}f|(?<=座 ?)[一二三四五六七八九十廿]{1,3}f|g\/f|ug\/f|\d{1,3}(?:st|nd|rd|th) floor|floor \d{1,3})(?![a-z0-9])/g,
  ],
  [
    'flat',
    /(?<![a-z])(?:flat|flt|unit|room|rm|suite|apt|apartment|shop)\.? ?(?:\d{1,4}[a-z]?|[a-z]\d{0,3})(?![a-z0-9])/g,
  ],
];

/** Number before the street in English; the words between are the street's name. */
const streetTypes =
  'road|rd|street|st|avenue|ave|lane|terrace|path|drive|praya|crescent|close|circuit|boulevard|court road|village|tsuen';
const englishStreet = new RegExp(
  `(?<![a-z0-9.:/$-])(?:no\\.? ?)?\\d{1,4}[a-z]?(?:-\\d{1,4}[a-z]?)?,? (?:[a-z'.-]{1,20} ){1,4}?(?:${streetTypes})(?![a-z])(?: (?:east|west|north|south|central))?|(?<![a-z])no\\. ?\\d{1,4}[a-z]?,? (?:[a-z'.-]{1,20} ){1,4}?praya(?![a-z])|(?<![a-z])[a-z'-]{2,20} (?:road|street|avenue|lane),? (?:no\\.? ?)?\\d{1,4}[a-z]?(?=$|[,.;\\n])`,
  'g',
);
const notInStreets =
  /^,? (?:on|to) |(?:^|[ ,])(?:students?|pupils?|kids?|children|at|in|from|of|near|and|or|the|a|an|is|minutes?|mins?|hours?|hrs?|lessons?|pm|am|walk|along|by|per|for|with|stops?|bus|blocks?|times|marks?|years?|questions?|past|high|main(?! street| road)|off|down|up)(?= )/;

/** Lesson 5 Market Street: the number belongs to the word before it. */
const numberedBefore = /(?:lesson|unit|chapter|book|page|part|section|module|text|q|p|ch)\.? ?$/;

/** Street, then number, in Chinese. */
const chineseStreet = new RegExp(
  `([\\u4e00-\\u9fff]{1,6}(?:道|路|街|里|巷|徑|坊|圍|村|新村|鄉|大廈)(?:東|西|南|北|中)?(?: ?[-(]? ?[\\u4e00-\\u9fff]{1,6}段 ?\\)?)?)\\s?(?:門牌)? ?第? ?(${number}[a-z]?(?: ?[-至] ?${number}[a-z]?)?) ?[號号](?![線线碼码車车幹干風风波球門门出巴站枱台室月])`,
  'g',
);
/** The same without 號, where nothing else follows that could be counted. */
const bareStreet =
  /([\u4e00-\u9fff]{2,6}(?:道|路|街|徑|村)(?:東|西|南|北|中)?) ?(\d{1,4}[a-h]?|[一二三四五六七八九十百]{1,5})(?= ?(?:$|[,.;、。()\n]|樓|地下|[一二三四五六七八九十\d]{1,2}樓))/g;
const notStreets =
  /(?:知|難|味|渠|頻|軌|通|報|管|隧|赤|街|航|跑|人行|行人)道|(?:網|電|迴|回|思|公|鐵|馬|道|走|行|線|套|門|出)路|(?:逛|行|出|大|條)街|[之試學]路/;
const streetWords = /^.*(?:住|喺|在|係|是|去|到|於|地址|位於|區|站|近|上門|我|屋企|搬|嚟|來|同|和)/;
const districts =
  '中環|金鐘|灣仔|銅鑼灣|跑馬地|大坑|天后|北角|炮台山|鰂魚涌|太古|西灣河|筲箕灣|柴灣|小西灣|杏花邨|香港仔|鴨脷洲|黃竹坑|薄扶林|堅尼地城|西環|西營盤|上環|半山|山頂|赤柱|尖沙咀|尖東|佐敦|油麻地|旺角|太子|大角咀|深水埗|長沙灣|荔枝角|美孚|石硤尾|又一村|九龍塘|何文田|紅磡|土瓜灣|馬頭角|九龍城|啟德|新蒲崗|黃大仙|鑽石山|彩虹|慈雲山|樂富|牛頭角|九龍灣|觀塘|藍田|油塘|秀茂坪|將軍澳|坑口|寶琳|調景嶺|西貢|清水灣|沙田|大圍|火炭|馬鞍山|烏溪沙|大埔墟|大埔|太和|粉嶺|上水|元朗|天水圍|屯門|荃灣|葵涌|葵芳|葵興|青衣|東涌|大嶼山|長洲|坪洲|南丫島|梅窩|深井|九龍|新界|香港';
const throughDistrict = new RegExp(`^.*(?:${districts})(?=.{2})`);
/** What a home's part may follow directly: the name of an estate, a phase or a building. */
const estateBefore =
  /(?:[城園邨村苑莊居灣島軒峰臺閣廈樓府庭洲豪廷匯都]|廣場|中心|半島|[一二三四五六七八九十\d] ?期) ?[,、\n]? ?$/;
const englishEstateBefore =
  /(?:court|estate|gardens?|mansions?|sun chuen|city one|villas?|cove|heights)[, ]{1,2}$/;
const blockOfEstateBefore = /[邨苑村園莊座] ?[\u4e00-\u9fff]{1,4}[樓閣][ ,]{0,2}$/;
const englishEstate =
  /^[,\s]{0,3}(?:\d{1,3}[a-z]?,? )?(?:of )?(?!main|school|library|admin)(?:[a-z'.]{1,14} ){0,3}(?:estate|court|gardens?|mansions?|building|house|sun chuen|city one|villas?|heights?|plaza|terrace|park|place|centre|city|cove|bay|lodge|manor|peak|yuen|chuen|tsuen|village)(?![a-z])/;
/** Public buildings have floors and rooms that everybody may know. */
const publicBefore =
  /(?:圖書館|图书馆|學校|学校|中學|小學|大學|書院|學院|商場|補習社|教育中心|補習中心|校舍|新翼|課室|課室大樓|自修室|library|school|college|university|campus|mall|walk|hall) ?,? ?$/;
const publicNear =
  /(?:圖書館|學校|校園|大學|課室|禮堂|新翼|library|school|hall|class|classroom|campus|lab)(?:(?!附近|對面|隔離|旁|near|opposite|next)[^,，。;；\n]){0,10}$/;
const publicAfter =
  /^(?: ?(?:餐廳|課室|禮堂|自修室|圖書館|飯堂|操場|exam)|, ?(?:main building, ?)?(?:hku|hkust|cuhk|polyu|cityu|hkbu)(?![a-z]))/;
const between = /^[\s,.、，·\-_]{0,4}(?:[左右東西南北][翼座邊面][\s,]?)?$/;

function streetSpans(text: string): Part[] {
  const parts: Part[] = [];
  const bare = [...text.matchAll(bareStreet)].filter(([, street = '']) => !notStreets.test(street));
  for (const found of [...text.matchAll(chineseStreet), ...bare]) {
    const street = found[1] as string;
    // The words and the district before a street stay readable.
    let cut = (streetWords.exec(street.slice(0, -2))?.[0] ?? '').length;
    cut += (throughDistrict.exec(street.slice(cut))?.[0] ?? '').length;
    if (street.length - cut < 2) cut = Math.max(0, street.length - 2);
    parts.push({ kind: 'street', from: found.index + cut, to: found.index + found[0].length });
  }
  for (const found of text.matchAll(englishStreet))
    if (
      !notInStreets.test(found[0].replace(/^[^ ]+(?= )/, '')) &&
      !numberedBefore.test(text.slice(Math.max(0, found.index - 9), found.index))
    )
      parts.push({ kind: 'street', from: found.index, to: found.index + found[0].length });
  return parts;
}

export function addressSpans(original: string): Span[] {
  // 彩湖樓-9-樓-912-室, 十六（層）零九（室）
  const text = original.replaceAll(
    /(?<=[\u4e00-\u9fff])[-_.*](?=[\da-z])|(?<=[\da-z])[-_.*](?=[\u4e00-\u9fff])|[()（）](?=[座樓楼層层室])|(?<=[座樓楼層层室])[()（）]/g,
    ' ',
  );
  const parts: Part[] = streetSpans(text);
  for (const [kind, pattern] of partPatterns)
    for (const found of text.matchAll(pattern)) {
      const from = found.index + (found[0].length - found[0].trimStart().length);
      parts.push({ kind, from, to: found.index + found[0].length });
    }
  parts.sort((one, other) => one.from - other.from || other.to - one.to);
  const apart = parts.filter(
    (part, at) =>
      at === 0 || part.from >= Math.max(...parts.slice(Math.max(0, at - 3), at).map(({ to }) => to)),
  );

  const spans: Span[] = [];
  let chain: Part[] = [];
  const finish = () => {
    const [first] = chain;
    const last = chain.at(-1);
    if (!first || !last) return;
    const left = text.slice(Math.max(0, first.from - 16), first.from);
    const kinds = new Set(chain.map(({ kind }) => kind));
    const isHome =
      kinds.has('street') ||
      (!publicBefore.test(left) &&
        !publicNear.test(left) &&
        !publicAfter.test(text.slice(last.to, last.to + 24)) &&
        (kinds.size > 1 ||
          (kinds.has('block') && estateBefore.test(left)) ||
          (kinds.has('flat') && estateBefore.test(left)) ||
          (kinds.has('floor') && blockOfEstateBefore.test(left)) ||
          ((kinds.has('block') || kinds.has('flat')) &&
            !isLesson(text, first) &&
            (englishEstate.test(text.slice(last.to, last.to + 60)) || englishEstateBefore.test(left)))));
    if (isHome) spans.push(withBuilding(text, { from: first.from, to: endOfHome(text, last) }));
    chain = [];
  };
  for (const part of apart) {
    const last = chain.at(-1);
    if (last && !between.test(text.slice(last.to, part.from))) finish();
    chain.push(part);
  }
  finish();
  return [...spans, ...scatteredHome(text, apart)];
}

/** 樓座係28座，樓層17樓，單位F室: block, floor and flat are a home also with words between them. */
function scatteredHome(text: string, parts: readonly Part[]): Span[] {
  return parts.flatMap((first, at) => {
    const three = parts.slice(at, at + 3);
    const [last] = three.slice(-1);
    const kinds = new Set(three.map(({ kind }) => kind));
    const isHome = ['block', 'floor', 'flat'].every((kind) => kinds.has(kind as Part['kind']));
    if (!isHome || !last || last.to - first.from > 40) return [];
    const around = text.slice(Math.max(0, first.from - 24), last.to + 12);
    return publicPlace.test(around) ? [] : three.map(({ from, to }) => ({ from, to }));
  });
}
const publicPlace = /圖書館|學校|校園|大學|中學|小學|課室|商場|補習社|library|school|campus|university|mall/;

const isLesson = (text: string, { from, to }: Span) => /^unit\.? ?\d{1,2}$/.test(text.slice(from, to));

/** The name of the building beside a home's parts; its estate and district stay. */
const building = '[\\u4e00-\\u9fff]{2,3}(?:閣|樓|軒|廈|大廈|閤)';
const buildingBefore = new RegExp(`${building}[ ,]{0,2}$`);
const buildingAfter = new RegExp(`^[ ,]{1,2}${building}(?![\\u4e00-\\u9fff])`);
const englishBuilding =
  "(?:[a-z][a-z'.]{1,13} ){1,3}(?:house|mansions?|court|building|bldg|tower|heights?|lodge|villas?|phase \\d{1,2})(?![a-z])";
const englishBuildingBefore = new RegExp(`(?<![a-z])${englishBuilding}[ ,]{1,2}$`);
const englishBuildingAfter = new RegExp(`^[ ,]{1,3}${englishBuilding}`);
const nameStart = new RegExp(`^.*(?:[邨村城園莊苑居喺在係是住到去於]|地址|${districts})(?=.{2})`);

function withBuilding(text: string, { from, to }: Span): Span {
  const left = text.slice(Math.max(0, from - 50), from);
  const right = text.slice(to, to + 60);
  const [chinese = ''] = buildingBefore.exec(left) ?? [];
  const named = chinese.slice(nameStart.exec(chinese)?.[0].length ?? 0);
  const before =
    named || (englishBuildingBefore.exec(left)?.[0] ?? '').replace(/^.*?(?:at|in|is|live|to) /, '');
  const after = (buildingAfter.exec(right) ?? englishBuildingAfter.exec(right))?.[0] ?? '';
  return { from: from - before.length, to: to + after.length };
}

/** The flat may follow its floor without a word: 41樓D, 十四樓 1407. */
function endOfHome(text: string, { kind, to }: Part) {
  if (kind !== 'floor' && kind !== 'street') return to;
  const [flat = ''] =
    /^(?: |, ?(?=\d{4}))?(?:[前後]座|\d{2,4}[a-z]?|\d[a-h]|[a-z]\d?|[一二三四五六七八九零]{3,4})(?![a-z0-9]|[ ]?[\u4e00-\u9fff])/.exec(
      text.slice(to, to + 8),
    ) ?? [];
  return to + flat.length;
}
