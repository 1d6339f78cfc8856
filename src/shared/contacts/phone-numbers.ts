import { type Group, groupsBySound, groupsOf, groupsWithLetters } from './digits.ts';
import { type Meaning, meaningsOf, subjectBefore } from './plain-numbers.ts';

export type Span = { from: number; to: number };

/** Words that announce a number. */
const announced =
  /電話|电话|手機|手机|手提|冧把|號碼|号码|聯絡|联络|联系|致電|打俾|打比|打畀|打嚟|打來|打给|打給|搵我|找我|密碼|(?<![a-z])(?:call|phone|mobile|number|no\.|tel|ring|dial|text me|contact|whatsapp|wts ?app|ws|wa|signal|wechat|telegram|digits)(?![a-z])|微信/;
/** 頭四位, last four, 跟住: parts of a number that are told apart. */
const partBefore =
  /(?:第 ?[一二三四1-4] ?(?:組|组|行|段|部分|部份|半)|[前後][面邊]?[嗰果個]?截|頭|前|首|末|開頭|中間|之後|跟住|再跟|跟著|跟手|接住|接著|隨後|然後|最尾|先打?|再打?|補返|填返|加返|仲有|尾|後|最後|後面|先係|再係|段|(?<![a-z])(?:first|front|middle|then|next|followed|after that|last|second|rest|final|end|beginning|part|half|followed by|starts?|ends?))(?: ?\d ?(?:位|個|个|隻|digits?|numbers?|字)?)?[^\d,。;]{0,12}$/;
/** 9183 係頭四位 */
const partAfter = /^ ?(?:係|是|即係|=|:|\(|-)? ?(?:頭|前|尾|後|最尾|最後|first|last)/;
const partDirectlyBefore = /(?:頭|前|首|末|尾|後|中間|first|front|last|final|next|middle|other|second) ?$/;
const explicitPart = /第|末|首|頭|前|尾|後|first|last|half|part|start|end/;
const countOfSigns = /^ ?(?:位|個|个|隻|只|組|组|行|段|部|digits?|numbers?)/;
const scores = /分|成績|默書|測驗|小測|考試|平均|名次|中英數|score|marks?|quiz|result|dictation/;
/** 3, 5, 2, 8 嘅中位數: numbers that a lesson is about. */
const dataBefore = /(?:數據|数据|排序|排列|數列|答案|sort|array|data|numbers) ?(?:[:=[{(]|is|are| ){0,4}$/;
const dataAfter =
  /^[\s\])}]{0,2}(?:[嘅的]|, ?)?(?:平均數|平均|中位數|眾數|排序|排列|標準差|由小到大|由大到小|mean|median|mode)/;
const isData = (text: string, { from, to }: Span) =>
  dataBefore.test(text.slice(Math.max(0, from - 14), from)) || dataAfter.test(text.slice(to, to + 14));
const calculated =
  /比較|邊個|大細|相[加減乘除]|之[和差積]|嘅[和差積]|的[和差積]|幾多|多少|sum|product|difference/;
const listSign = /[,、，;；]/;

const spaceless = (gap: string) => gap.replaceAll(/\s/g, '');
const wordSign = /[\p{L}\p{N}]/u;

type Gap = { bare: string; isWeak: boolean; isShort: boolean };
function gapBetween(text: string, one: Group, other: Group): Gap {
  const length = other.from - one.to;
  if (length > 16) return { bare: '', isWeak: false, isShort: false };
  // 9183 xxxx: signs that stand for digits which are told elsewhere.
  const bare = spaceless(text.slice(one.to, other.from)).replaceAll(
    /x{3,}|\*{3,}|_{3,}|\?{3,}|\.{2,}|…+|\(?space\)?|hyphen/g,
    '',
  );
  const isShort = bare.length <= 4;
  return { bare, isShort, isWeak: isShort && !wordSign.test(bare) };
}

const startsLikeOurs = (digits: string) => /^[2-9]/.test(digits) && !digits.startsWith('20');

/** Whether these digits, all of them, are one phone number, perhaps with its country. */
export function isPhone(digits: string, { plus = false, trusted = false } = {}): boolean {
  const local = digits.replace(/^(?:00)?85[23](?=\d{8}$)/, '');
  if (local.length === 8)
    return startsLikeOurs(local)
      ? !(isDay(local) || local.endsWith('0000')) || trusted
      : trusted && !/^0/.test(local);
  if (/^(?:(?:00)?86)?1[3-9]\d{9}$/.test(digits)) return true;
  if (/^0[79]\d{8,9}$/.test(digits)) return true;
  return plus && digits.length >= 8 && digits.length <= 15;
}
/** 28022025 */
const isDay = (digits: string) => /^(?:[0-2]\d|3[01])(?:0\d|1[0-2])(?:19|20)\d\d$/.test(digits);

export const digitsIn = (groups: readonly Group[]) => groups.map(({ digits }) => digits).join('');
export const spanOf = (groups: readonly Group[]): Span => ({
  from: groups[0]?.from ?? 0,
  to: groups.at(-1)?.to ?? 0,
});

/** 1, 3, 5, 7: numbers that only go up, or only down, are counted and not dialled. */
export function isCounting(groups: readonly Group[], isList = false) {
  const values = groups.map(({ digits }) => Number(digits));
  const steps = values.slice(1).map((value, at) => value - (values[at] as number));
  if (steps.length < 4 && !isList) return false;
  return steps.every((step) => step > 0) || steps.every((step) => step < 0);
}
function isCountingDigits(digits: string) {
  const steps = [...digits].slice(1).map((digit, at) => Number(digit) - Number(digits[at]));
  return steps.every((step) => step === 1);
}

/** Groups that follow one another with gaps that `joins` accepts. */
export function chainsOf(
  text: string,
  groups: readonly Group[],
  isUsable: (at: number) => boolean,
  joins: (gap: Gap, one: Group, other: Group) => boolean,
): Group[][] {
  const chains: Group[][] = [];
  let current: Group[] = [];
  groups.forEach((group, at) => {
    if (!isUsable(at)) {
      current = [];
      return;
    }
    const last = current.at(-1);
    if (last && joins(gapBetween(text, last, group), last, group)) current.push(group);
    else {
      current = [group];
      chains.push(current);
    }
  });
  return chains;
}

/** Where a text has phone numbers, however they are spelled. */
export function phoneSpans(text: string, groups: readonly Group[], meanings: readonly Meaning[]): Span[] {
  return [
    ...partsToldApart(text, ...joinedSingles(text, groups, meanings)),
    ...evenlySpaced(text, groups),
    ...partedByWords(text, groups, meanings),
    ...spokenAmounts(text, groups),
    ...evenPairs(text, groups),
    ...eightInARow(text, groups, meanings),
    ...wholeChains(text, groups, meanings),
    ...withLetters(text),
    ...bySound(text),
  ];
}

/** Whether words near it announce a number. */
const isAnnounced = (text: string, { from, to }: Span) =>
  announced.test(text.slice(Math.max(0, from - 20), from)) || announced.test(text.slice(to, to + 14));
const hasPlus = (text: string, { from }: Span) => /\+ ?\(?$/.test(text.slice(Math.max(0, from - 3), from));
/** With the + or 852 that stands before it. */
function withCountry(text: string, span: Span): Span {
  const before = text.slice(Math.max(0, span.from - 12), span.from);
  const [country = ''] = /[(+]{0,3} ?(?:00)?(?:85[23]|86)[)\s.-]{0,4}$|\+$/.exec(before) ?? [];
  return { from: span.from - country.length, to: span.to };
}

/** Single digits with blanks between them as one group: nine one eight three. */
function joinedSingles(
  text: string,
  groups: readonly Group[],
  meanings: readonly Meaning[],
): [Group[], Meaning[]] {
  const joined: Group[] = [];
  const theirs: Meaning[] = [];
  let endsWithSingle = false;
  groups.forEach((group, at) => {
    const last = joined.at(-1);
    const isSingle = group.digits.length === 1;
    if (last && isSingle && endsWithSingle && /^ $/.test(text.slice(last.to, group.from))) {
      last.to = group.to;
      last.digits += group.digits;
    } else {
      joined.push({ ...group });
      theirs.push(meanings[at]);
    }
    endsWithSingle = isSingle;
  });
  return [joined, theirs];
}

/** The four of "last four 2814". */
const isCountOfPart = (text: string, group: Group, next: Group | undefined) =>
  next !== undefined &&
  next.from - group.to <= 14 &&
  next.digits.length === Number(group.digits) &&
  partDirectlyBefore.test(text.slice(Math.max(0, group.from - 9), group.from));

function partsToldApart(text: string, groups: readonly Group[], meanings: readonly Meaning[]): Span[] {
  const spans: Span[] = [];
  let parts: Group[] = [];
  let isExplicit = false;
  const finish = () => {
    const digits = digitsIn(parts);
    if (parts.length > 1 && (isPhone(digits) || (isExplicit && digits.length === 8)))
      spans.push(...parts.map((part) => spanOf([part])));
    parts = [];
    isExplicit = false;
  };
  groups.forEach((group, at) => {
    const after = text.slice(group.to, group.to + 9);
    if (group.digits.length === 1 && (countOfSigns.test(after) || isCountOfPart(text, group, groups[at + 1])))
      return;
    if (meanings[at] === 'certain' || group.digits.length > 6) {
      finish();
      return;
    }
    const before = text.slice(Math.max(0, group.from - 16), group.from);
    const [marker] = partBefore.exec(before) ?? (meanings[at] ? undefined : partAfter.exec(after)) ?? [];
    const last = parts.at(-1);
    if (last && group.from - last.to > (isExplicit ? 40 : 24)) finish();
    // Something else that is told between two parts: 前四位 5619 我女中二 後四位 3847.
    if (!marker && meanings[at] && isExplicit) return;
    if (marker) {
      isExplicit ||= explicitPart.test(marker);
      parts.push(group);
    } else {
      finish();
      if (!meanings[at] && group.digits.length > 1) parts.push(group);
    }
  });
  finish();
  return spans;
}

/** 9啊1啊8啊3…: single digits with the same between all of them. */
function evenlySpaced(text: string, groups: readonly Group[]): Span[] {
  const spans: Span[] = [];
  let at = 0;
  while (at < groups.length) {
    const first = groups[at] as Group;
    let end = at;
    let common: string | undefined;
    while (end + 1 < groups.length && first.digits.length === 1) {
      const [one, other] = [groups[end] as Group, groups[end + 1] as Group];
      const gap = gapBetween(text, one, other);
      if (other.digits.length !== 1 || !gap.isShort || (common ?? gap.bare) !== gap.bare) break;
      common = gap.bare;
      end += 1;
    }
    const run = groups.slice(at, end + 1);
    const span = spanOf(run);
    const after = text.slice(span.to, span.to + 4);
    const isSum = /^ ?[=≈]/.test(after);
    const isList =
      common !== undefined &&
      /^ ?(?:分|題|题|marks?)/.test(after) &&
      (listSign.test(common) || isMarks(text, span, true));
    if (
      run.length >= 8 &&
      isPhone(digitsIn(run), { plus: hasPlus(text, span) }) &&
      !isCounting(run) &&
      !isData(text, span) &&
      !isSum &&
      !isList
    )
      spans.push(span);
    at = Math.max(end, at + 1);
  }
  return spans;
}

/** 6年2班8號…: single digits, each with some word of its own behind it. */
function partedByWords(text: string, groups: readonly Group[], meanings: readonly Meaning[]): Span[] {
  const spans: Span[] = [];
  const chains = chainsOf(
    text,
    groups,
    (at) => groups[at]?.digits.length === 1 && meanings[at] !== 'certain',
    (gap) => gap.isShort && gap.bare.length <= 2 && !sentenceEnd.test(gap.bare),
  );
  for (const run of chains) {
    if (run.length !== 8 || !isPhone(digitsIn(run)) || isOrdered(digitsIn(run))) continue;
    // Marks of subjects: 中4英5數5…
    const marks = run.filter(({ from }) => subjectBefore.test(text.slice(Math.max(0, from - 3), from)));
    const isList = run.every(({ arabic }) => !arabic) && listSign.test(text.slice(run[0]?.to, run[7]?.from));
    if (marks.length < 4 && !isList && !isData(text, spanOf(run))) spans.push(spanOf(run));
  }
  return spans;
}
const isOrdered = (digits: string) => {
  const sorted = [...digits].sort();
  return sorted.join('') === digits || sorted.reverse().join('') === digits;
};
const sentenceEnd = /[。！？；!?;\n比]/;

/** 61點93點82點74: four pairs with the same word between them, which counts nothing. */
function evenPairs(text: string, groups: readonly Group[]): Span[] {
  return groups.flatMap((_, at) => {
    const pairs = groups.slice(at, at + 4);
    if (pairs.length < 4 || pairs.some(({ digits }) => digits.length !== 2)) return [];
    const gaps = pairs.slice(1).map((group, before) => gapBetween(text, pairs[before] as Group, group));
    const [common] = gaps;
    if (!common?.isShort || common.isWeak || gaps.some(({ bare }) => bare !== common.bare)) return [];
    if (countedWord.test(common.bare) || isCounting(pairs, true) || !isPhone(digitsIn(pairs))) return [];
    return [spanOf(pairs)];
  });
}
const countedWord = /[分歲題頁蚊元日號月人個至到同和或乘加減x]|to|or|and|vs/;

/** 六千一百九十三 八千二百七十四, 六一九三加八二七四: two fours that are spoken as amounts, or added. */
function spokenAmounts(text: string, groups: readonly Group[]): Span[] {
  return groups.flatMap((group, at) => {
    const next = groups[at + 1];
    if (group.digits.length !== 4 || next?.digits.length !== 4 || group.amount !== next.amount) return [];
    const gap = spaceless(text.slice(group.to, next.from));
    const isTrusted = isAnnounced(text, spanOf([group, next]));
    const isJoined = group.amount
      ? gap === '' || gap === '-'
      : /^(?:再?加埋?|接|同埋?)$/.test(gap) && (isTrusted || (!group.arabic && !gap.startsWith('同')));
    const after = text.slice(next.to, next.to + 12);
    if (!isJoined || /^ ?(?:元|蚊|[=等係是個人])/.test(after) || calculated.test(after)) return [];
    return isPhone(group.digits + next.digits) ? [spanOf([group, next])] : [];
  });
}

/** 2130-2245, or from 4000 to 6000. */
const isRange = (text: string, one: Group, other: Group) => {
  const gap = spaceless(text.slice(one.to, other.from));
  return isHourRange(gap, one.digits, other.digits) || isRoundRange(gap, one.digits, other.digits);
};
const isHourRange = (gap: string, one: string, other: string) =>
  /^(?:[-~至到]|to)$/.test(gap) &&
  [one, other].every((hour) => /^(?:[01]\d|2[0-3])[0-5][05]$/.test(hour)) &&
  one < other;
const isRoundRange = (gap: string, one: string, other: string) =>
  /^[-~至到]$/.test(gap) && Number(one) % 50 === 0 && Number(other) % 50 === 0;

/** Eight digits at a stretch, or four and four. */
function eightInARow(text: string, groups: readonly Group[], meanings: readonly Meaning[]): Span[] {
  const spans: Span[] = [];
  const chains = chainsOf(
    text,
    groups,
    () => true,
    (gap) => gap.isWeak,
  );
  const certain = new Set(groups.filter((_, at) => meanings[at] === 'certain'));
  for (const chain of chains) {
    const fours = chain.filter(({ digits }) => digits.length === 4).length;
    chain.forEach((group, at) => {
      const span = spanOf([group]);
      const trusted = isAnnounced(text, span);
      if (certain.has(group) && !trusted) return;
      if (group.digits.length >= 8) {
        if (
          isPhone(group.digits, { plus: hasPlus(text, span), trusted }) &&
          (!isCountingDigits(group.digits) || trusted)
        )
          spans.push(withCountry(text, span));
        return;
      }
      const next = chain[at + 1];
      if (group.digits.length !== 4 || next?.digits.length !== 4 || (certain.has(next) && !trusted)) return;
      const { bare } = gapBetween(text, group, next);
      if (fours > 2 && (fours % 2 === 1 || listSign.test(bare)) && !trusted) return;
      if (!isPhone(group.digits + next.digits, { trusted })) return;
      if (isYearLike(group.digits) && isYearLike(next.digits)) return;
      if (!trusted && isRange(text, group, next)) return;
      if (!trusted && listSign.test(bare) && isYearLike(next.digits)) return;
      if (isSum(text, group, next)) return;
      spans.push(withCountry(text, spanOf([group, next])));
    });
  }
  return spans;
}
const isYearLike = (digits: string) => /^(?:19|20)\d\d$/.test(digits);
const isSum = (text: string, one: Group, other: Group) => {
  const gap = text.slice(one.to, other.from);
  return /^ [+×÷x*-] $/.test(gap) || (/[+×÷*-]/.test(gap) && /^ ?=/.test(text.slice(other.to, other.to + 3)));
};

/** Marks of tests; single digits only with a word on both sides. */
const isMarks = (text: string, { from, to }: Span, isSingles: boolean) => {
  const [before, after] = [
    scores.test(text.slice(Math.max(0, from - 12), from)),
    scores.test(text.slice(to, to + 8)),
  ];
  return isSingles ? before && after : before || after;
};

/** Other ways to part eight digits; only where the digits are all there are, and mean nothing else. */
function wholeChains(text: string, groups: readonly Group[], meanings: readonly Meaning[]): Span[] {
  const spans: Span[] = [];
  const free = (at: number) => meanings[at] === undefined;
  const weak = chainsOf(text, groups, free, (gap) => gap.isWeak);
  // 926 571 08 三三二: what is written in another way is something else.
  const alike = chainsOf(text, groups, free, (gap, one, other) => gap.isWeak && one.arabic === other.arabic);
  for (const chain of [...weak, ...alike]) {
    const span = spanOf(chain);
    const plus = hasPlus(text, span);
    if (!isPhone(digitsIn(chain), { plus })) continue;
    const gaps = chain.slice(1).map((group, at) => gapBetween(text, chain[at] as Group, group).bare);
    const isSingles = chain.every(({ digits }) => digits.length === 1);
    const isList = gaps.some((gap) => listSign.test(gap)) && !isSingles;
    const trusted = isAnnounced(text, span);
    if (isCounting(chain, isList) || isData(text, span)) continue;
    if (isCountingDigits(digitsIn(chain)) && !trusted) continue;
    if (isList && !trusted) continue;
    if (isMarks(text, span, isSingles) && !trusted) continue;
    if (chain.length === 2 && isRange(text, chain[0] as Group, chain[1] as Group) && !trusted) continue;
    if (chain.length > 5 && chain.length < 7 && !trusted && !plus && chain.every(({ arabic }) => arabic))
      continue;
    spans.push(withCountry(text, span));
  }
  for (const chain of chainsOf(text, groups, free, (gap) => gap.isShort)) {
    const span = spanOf(chain);
    const digits = digitsIn(chain);
    if (chain.length < 2 || isCounting(chain)) continue;
    const trusted = isAnnounced(text, span);
    if (!isPhone(digits) || isData(text, span)) continue;
    const gaps = chain.slice(1).map((group, at) => gapBetween(text, chain[at] as Group, group));
    const odd = gaps.filter((gap) => !gap.isWeak).length;
    const arabic = chain.filter((group) => group.arabic).length;
    const isSingles = chain.every((group) => group.digits.length === 1);
    const isFours = chain.length === 2 && chain.every((group) => group.digits.length === 4);
    if (isFours && isRange(text, chain[0] as Group, chain[1] as Group) && !trusted) continue;
    const isRound = chain.every((group) => Number(group.digits) % 10 === 0);
    if (!trusted && calculated.test(text.slice(span.to, span.to + 12))) continue;
    if (trusted || (isSingles && arabic >= 6) || (isFours && !isRound) || (isSingles && odd === 1))
      spans.push(withCountry(text, span));
  }
  return spans;
}

const isJoined = (text: string, [one, other]: readonly Group[]) =>
  one !== undefined && other !== undefined && gapBetween(text, one, other).isWeak;

/** 9IB3 7Z64 */
function withLetters(text: string): Span[] {
  const spans: Span[] = [];
  const groups = groupsWithLetters(text);
  const chains = chainsOf(
    text,
    groups,
    () => true,
    (gap) => gap.isWeak,
  );
  // Four and four, whatever letters stand beside them.
  const fours = groups
    .map((_, at) => groups.slice(at, at + 2))
    .filter((pair) => pair.every(({ digits }) => digits.length === 4) && isJoined(text, pair));
  for (const chain of [...chains, ...fours]) {
    const letters = chain.reduce((sum, group) => sum + group.letters, 0);
    const digits = digitsIn(chain);
    const mostLetters = isAnnounced(text, spanOf(chain)) ? 6 : 4;
    if (letters === 0 || letters > mostLetters || !isPhone(digits)) continue;
    const isUsual =
      chain.length <= 2 ||
      chain.every((group) => group.digits.length === 1) ||
      isAnnounced(text, spanOf(chain));
    if (isUsual) spans.push(withCountry(text, spanOf(chain)));
  }
  return spans;
}

const isReadAloud = /讀|读|念|唸|聽|听|音|aloud|sound/;

/** A sign that only sounds like a digit needs five real ones beside it, or a word that announces a number. */
const bySound = (text: string): Span[] =>
  groupsBySound(text)
    .filter(
      (group) =>
        group.letters > 0 &&
        isPhone(group.digits) &&
        (group.letters <= 3 || isAnnounced(text, group) || isReadAloud.test(text)),
    )
    .map((group) => spanOf([group]));

/** At most so many signs of a message stand after the digits at its end, or before those at its beginning. */
const tail = 8;
const lead = 12;
/** A message without digits of the number may stand between its parts if it is short. */
const longestAside = 40;

/**
 * A number told in several messages, the first to the last of one person: the spans to cover in each, or nothing
 * where the messages together hold no number. Messages without digits may stand between if they are short.
 */
export function splitPhoneSpans(texts: readonly string[]): Span[][] | undefined {
  const digitCount = (groups: readonly Group[]) => digitsIn(groups).length;
  const richest = (text: string) => {
    const [plain, lettered] = [freeGroups(text), wordsOfDigits(text)];
    return digitCount(lettered) > digitCount(plain) ? lettered : plain;
  };
  for (const read of [freeGroups, wordsOfDigits, richest]) {
    const parts = texts.map((text, at) => partOf(text, read(text), at > 0, at < texts.length - 1));
    if (parts.some((part) => part === undefined)) continue;
    const groups = parts.map((part) => part ?? []);
    const told = groups.filter((part) => part.length > 0);
    if (told.length < 2 || groups.at(-1)?.length === 0 || groups[0]?.length === 0) continue;
    const all = told.flat();
    const real = all.reduce((sum, group) => sum + group.digits.length - group.letters, 0);
    if (real < 4 || !isPhone(digitsIn(all))) continue;
    if (isCountingDigits(digitsIn(all))) continue;
    return groups.map((part) => (part.length > 0 ? [spanOf(part)] : []));
  }
  return undefined;
}

/** The groups of a message that may be a part of a number: no count of signs, no ordinal such as (2), no meaning. */
function freeGroups(text: string): Group[] {
  const groups = groupsOf(text);
  const meanings = meaningsOf(text, groups);
  return groups.filter(({ from, to, digits }, at) => {
    const [left, right] = [text.slice(0, Math.min(from, 3)), text.slice(to, to + 9)];
    if (digits.length === 1 && countOfSigns.test(right)) return false;
    if (isCountOfPart(text, groups[at] as Group, groups[at + 1])) return false;
    if (from <= 1 && digits.length === 1 && /^[([]?$/.test(left) && /^ ?[).\]、:] ?\d/.test(right))
      return false;
    // Four digits alone are no year.
    if (isYearLike(digits) && text.length <= 12 && !/^ ?(?:年|dse|hkdse)/.test(right)) return true;
    return !meanings[at];
  });
}

/** 2021 DSE is a year. */
const wordsOfDigits = (text: string) =>
  groupsWithLetters(text).filter(
    ({ digits, to }) => !(isYearLike(digits) && /^ ?(?:年|dse|hkdse|至|-)/.test(text.slice(to, to + 6))),
  );

function partOf(text: string, groups: readonly Group[], needsLead: boolean, needsTail: boolean) {
  if (groups.length === 0) return text.length <= longestAside ? [] : undefined;
  const chains = chainsOf(
    text,
    groups,
    () => true,
    (gap) => gap.isWeak,
  );
  const chain = (needsLead ? chains[0] : chains.at(-1)) as Group[];
  const { from, to } = spanOf(chain);
  if (needsLead && spaceless(text.slice(0, from)).length > lead) return undefined;
  if (needsTail && spaceless(text.slice(to)).length > tail) return undefined;
  return chain;
}
