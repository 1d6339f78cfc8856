import { readFileSync } from 'node:fs';
import { type Token, tokensOf } from './encode.ts';
import { featuresOf } from './features.ts';
import { type DistressKind, distressKinds } from './kinds.ts';
import { sharesOf, type Weights } from './learn.ts';
import { phraseIn } from './phrases.ts';

const modelFile = new URL('../../../models/distress.json', import.meta.url);

type Model = { threshold: number; scale: number; outputs: number; weights: string };

/** Read when the first text is looked at: a program that only imports this engine needs no weights. */
let read: { threshold: number; weights: Weights } | undefined;

function model() {
  if (!read) {
    const { threshold, scale, outputs, weights } = JSON.parse(readFileSync(modelFile, 'utf8')) as Model;
    const bytes = new Int8Array(Buffer.from(weights, 'base64'));
    read = { threshold, weights: { outputs, values: Float32Array.from(bytes, (value) => value * scale) } };
  }
  return read;
}

export const shippedThreshold = () => model().threshold;

/** A longer text is looked at sentence by sentence only. */
const longestWhole = 300;
/** Of a very long text the beginning and the end are looked at. */
const longestText = 8_000;
const shortestSentence = 2;
/** With a plain phrase this much is enough: only what is clearly school work has less. */
const enoughWithPhrase = 0.3;
/** This much when nobody speaks of himself (“did Lady Macbeth commit suicide”). */
const enoughWithPhraseOfOthers = 0.6;
/** And this much when there is little beside it (「割腕」). */
const enoughWithPhraseAlone = 0.05;
/** What a child says of itself beside school work (「62分。回家被打了。」) has to be plain. */
const enoughAside = 0.7;

/** What a child who writes this may be in need of; undefined for an ordinary text. */
export function distressIn(text: string, { weights, threshold } = model()): DistressKind | undefined {
  let highest = threshold;
  let found: DistressKind | undefined;
  for (const { piece, isAside } of piecesOf(text)) {
    const shares = sharesOf(weights, featuresOf(piece));
    const phrase = isJoke(piece) ? undefined : phraseIn(piece);
    if (!phrase && isTooLittle(piece)) continue;
    const share = 1 - (shares[0] ?? 1);
    if (isAside && share < enoughAside) continue;
    if (share <= highest && !(phrase && !found && share > enoughWithPhraseIn(piece))) continue;
    highest = Math.max(share, threshold);
    const ofKinds = shares.slice(1);
    found = phrase ?? distressKinds[ofKinds.indexOf(Math.max(...ofKinds))];
  }
  return found;
}

/** A short reply needs this much. */
const plainly = 0.7;

/** The same for a short reply in a conversation about need: what is said has to be plain to be a new need. */
export const distressInReply = (text: string) => distressIn(text, { ...model(), threshold: plainly });

/** Of a few words (「我唔知」) the classifier knows little: one of them has to speak of need. */
const fewWords = 3;
const needLetters = 'HUYZKGRACDXQ$W?VE';

function enoughWithPhraseIn(piece: string) {
  const tokens = tokensOf(piece);
  if (tokens.length <= fewWords) return enoughWithPhraseAlone;
  return speaksOfSelf(tokens) ? enoughWithPhrase : enoughWithPhraseOfOthers;
}

const speaksOfSelf = (tokens: readonly Token[]) =>
  tokens.some(({ letter }) => letter === 'M' || letter === 'O');

/** 「好想死呀又要默書 lol」 */
const isJoke = (text: string) => tokensOf(text).some(({ letter }) => letter === '~');

function isTooLittle(text: string) {
  const tokens = tokensOf(text);
  return tokens.length <= fewWords && !tokens.some(({ letter }) => letter && needLetters.includes(letter));
}

const quotes = /[「」『』《》"“”]/;

type Piece = { piece: string; isAside: boolean };

const quotation = /「[^「」]*」|『[^『』]*』|“[^“”]*”|"[^"\n]*"/g;

/** What homework quotes is not said by the child. */
function withoutQuotations(text: string) {
  const rest = text.replace(quotation, ' … ');
  return isSchoolTalk(rest) ? rest : text;
}

function piecesOf(text: string): Piece[] {
  const looked = withoutQuotations(
    text.length <= longestText ? text : `${text.slice(0, longestText / 2)}\n${text.slice(-longestText / 2)}`,
  );
  const sentences = looked
    .split(/(?<=[。！？!?\n])|(?<=\.)\s/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= shortestSentence);
  const whole = looked.trim();
  if (whole.length > longestWhole) return sentences.map((piece) => ({ piece, isAside: false }));
  if (sentences.length < 2) return [{ piece: whole, isAside: false }];
  // Of a text about school work, beside the whole only sentences without school work and quotation marks count.
  const isAside = isSchoolTalk(whole);
  const others = isAside ? sentences.filter((one) => !isSchoolTalk(one) && !quotes.test(one)) : sentences;
  return [{ piece: whole, isAside: false }, ...others.map((piece) => ({ piece, isAside }))];
}

const schoolLetters = ['J', '='];

/** Whether a text asks about school work: its words, figures or formulas. */
export const isSchoolTalk = (text: string) =>
  /\d|[=+×÷^√∫π<>≤≥]/.test(text) || tokensOf(text).some(({ letter }) => schoolLetters.includes(letter));

/** Signs of a printed page: marks, choices, blanks, numbers of questions, headings. */
const printedSigns =
  /_{2,}|[（(]\s*\d+\s*(?:分|marks?)\s*[)）]|^\s*(?:[A-D]|\d{1,2}|[ivx]+)\s*[.．、)）]|第[一二三四五六七八九十\d]+[題课課頁页段]|填充|選擇題|选择题|閱讀|阅读|作者|\b(?:section|part|page|questions?|paper|read the (?:passage|text)|fill in)\b/im;
const longestNote = 240;

/**
 * The same for a text read off a picture. Only a short note in the first person counts: a page of a reading exercise
 * tells of hardship too, and what is printed there is not said by the child.
 */
export function distressInPicture(text: string): DistressKind | undefined {
  const note = text.trim();
  if (note === '' || note.length > longestNote || printedSigns.test(note)) return undefined;
  if (!speaksOfSelf(tokensOf(note))) return undefined;
  return distressIn(note);
}
