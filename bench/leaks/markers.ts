import { readPhone } from '../../src/server/ground/phone/phone.ts';
import { createRandom } from '../../tests/random.ts';

export const kinds = ['phone', 'name', 'address'] as const;
export type Kind = (typeof kinds)[number];
/** Something that identifies a person, planted once: by whom, and in which field of which call. */
export type Marker = {
  kind: Kind;
  field: string;
  owner: string;
  /** Whom it was written to, where that is one person or two. */
  addressees?: readonly string[] | undefined;
  /** Of a number that has a new owner. */
  formerOwner?: string;
};

const surnames = [...'陳李張黃何林劉梁鄭謝'];
/** The given name begins with one of these, which stand in no text of the product. */
const rare = [...'嬿翀璟玥珩昶翾嫿璆頔'];
const given = [
  ...'安柏晨達恩芳桂浩怡佳凱朗美念蓓沛琦榮珊婷維宛熙曉雅宜穎瑜卓子博川冬菲廣航慧嘉健景君可樂蕾霖曼敏寧鵬平',
  ...'倩晴然如睿森詩舒思天彤文曦賢欣軒雪妍陽業儀藝盈宇悅雲澤哲臻芷智洲竹姿',
];
const estates = [
  ['沙田第一城', 'City One Shatin'],
  ['太古城', 'Taikoo Shing'],
  ['黃埔花園', 'Whampoa Garden'],
  ['美孚新邨', 'Mei Foo Sun Chuen'],
  ['嘉湖山莊', 'Kingswood Villas'],
  ['康怡花園', 'Kornhill'],
  ['麗港城', 'Laguna City'],
  ['海怡半島', 'South Horizons'],
  ['荃灣中心', 'Tsuen Wan Centre'],
  ['新都城', 'Metro City'],
] as const;
const separators = String.raw`[\s\u00a0\-‐-―.·_()/]`;
const invisible = /[\u200b-\u200f\u2060\ufeff\u00ad]/g;

export type Words = Record<Kind, string> & { english: boolean };

/** Mints the markers and finds them again in any text. */
export function createMarkers(seed: number) {
  const random = createRandom(seed);
  const below = (end: number) => Math.floor(random.share() * end);
  const found: Record<Kind, Map<string, Marker>> = { phone: new Map(), name: new Map(), address: new Map() };
  let minted = 0;

  function newNumber(): string {
    const digits = `${[5, 6, 9][below(3)]}${String(below(10_000_000)).padStart(7, '0')}`;
    return readPhone('852', digits) && !found.phone.has(digits) ? digits : newNumber();
  }

  /** A number of its own, known as a marker. */
  function number(field: string, owner: string, addressees?: readonly string[]) {
    const digits = newNumber();
    found.phone.set(digits, { kind: 'phone', field, owner, addressees });
    return digits;
  }

  return {
    number,
    handOver(digits: string, owner: string) {
      const marker = found.phone.get(digits);
      if (marker) found.phone.set(digits, { ...marker, owner, formerOwner: marker.owner });
    },
    /** What is written in one field by one person, each kind unique. */
    mint(field: string, owner: string, addressees?: readonly string[]): Words {
      const at = minted++;
      const english = at % 4 === 3;
      const digits = number(field, owner, addressees);
      const [first, second] = [digits.slice(0, 4), digits.slice(4)];
      const phone = [`${first} ${second}`, digits, `+852 ${first} ${second}`, `${first}-${second}`][
        at % 4
      ] as string;

      const ownName = `${rare[Math.floor(at / given.length) % rare.length]}${given[at % given.length]}`;
      if (found.name.has(ownName)) throw new Error('there are too few names for so many fields');
      found.name.set(ownName, { kind: 'name', field, owner, addressees });

      const [estate, inEnglish] = estates[at % estates.length] as (typeof estates)[number];
      const block = 1 + Math.floor(at / estates.length);
      const [floor, flat] = [2 + (at % 29), 'ABCDEFGH'[at % 8] as string];
      const marker = { kind: 'address', field, owner, addressees } as const;
      found.address.set(`${estate} ${block}`, marker).set(`${block} ${floor} ${flat}`, marker);
      return {
        english,
        phone,
        name: `${surnames[at % surnames.length]}${ownName}`,
        address: english
          ? `Flat ${flat}, ${floor}/F, Block ${block}, ${inEnglish}`
          : `${estate}${block}座${floor}樓${flat}室`,
      };
    },

    /** Every marker that stands in a text, whatever it is wrapped in. */
    findIn(text: string): Set<Marker> {
      const plain = text.normalize('NFKC').replace(invisible, '');
      const seen = new Set<Marker>();
      const add = (kind: Kind, key: string) => {
        const marker = found[kind].get(key);
        if (marker) seen.add(marker);
      };
      for (const [run] of plain.matchAll(numberLike))
        for (const digits of numbersIn(run)) add('phone', digits);
      for (const [name] of plain.matchAll(nameLike)) add('name', name);
      for (const [, estate, block] of plain.matchAll(estateAndBlock)) add('address', `${estate} ${block}`);
      for (const [, block, floor, flat] of plain.matchAll(flatInBlock))
        add('address', `${block} ${floor} ${flat}`);
      for (const [, flat, floor, block] of plain.matchAll(englishFlat))
        add('address', `${block} ${floor} ${flat}`);
      for (const [, block, name] of plain.matchAll(englishBlock))
        add('address', `${estates.find(([, english]) => english === name)?.[0]} ${block}`);
      return seen;
    },
  };
}

/** The eight digits that whole groups of a run make up, with or without the country's code before them. */
function numbersIn(run: string): string[] {
  const groups = run.split(/\D+/);
  return groups.flatMap((_, from) => {
    const found: string[] = [];
    for (let digits = '', at = from; at < groups.length && digits.length < 13; at++) {
      digits += groups[at];
      const [, local] = /^(?:(?:00)?852)?(\d{8})$/.exec(digits) ?? [];
      if (local) found.push(local);
    }
    return found;
  });
}

const numberLike = new RegExp(String.raw`\d(?:${separators}{0,2}\d){7,}`, 'g');
const nameLike = new RegExp(`[${rare.join('')}].`, 'gu');
const estateAndBlock = new RegExp(String.raw`(${estates.map(([name]) => name).join('|')})\s*(\d+)\s*座`, 'g');
const flatInBlock = /(\d+)\s*座\s*(\d+)\s*樓\s*([A-H])\s*室/g;
const englishFlat = /Flat\s*([A-H]),?\s*(\d+)\/F,?\s*Block\s*(\d+)/g;
const englishBlock = new RegExp(
  String.raw`Block\s*(\d+),?\s*(${estates.map(([, name]) => name).join('|')})`,
  'g',
);

/** The text as a person would write it with these kinds in it; the short one where a field takes little. */
export function sentences({ phone, name, address, english }: Words, wanted: readonly Kind[]): string[] {
  const has = (kind: Kind) => wanted.includes(kind);
  if (wanted.length === 1) {
    if (!has('phone')) return [has('name') ? name : address];
    const digits = phone.replace(/\D/g, '').slice(-8);
    return [phone, digits, `${digits}@mingshi.example`];
  }
  const long = english
    ? `Please ${has('phone') ? `call ${phone} and ` : ''}ask for ${name}, who lives at ${address}.`
    : `有事請${has('phone') ? `致電 ${phone} ` : ''}找${name}，地址是${address}。`;
  return [long, [name, has('phone') ? phone.replace(/\D/g, '').slice(-8) : '', address].join('')];
}
