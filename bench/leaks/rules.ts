import { type Kind, kinds, type Marker } from './markers.ts';

/** Who reads. `log` stands for whatever no person asked for: logs, traces, metrics, push messages. */
export type Reader = { role: string; isOperator: boolean } | 'log';

/**
 * Beside its owner, who may read what stands in a field.
 * `asked`: the other side of an application or invitation, whatever became of it; `other`: the other side of a
 * match; `exchanged`: the same once both agreed to share their contacts; `taker`: who took a thread that was shared;
 * `concerned`: whom an operator's words are about; `addressee`: whom they were written to, and nobody else.
 */
type Group = 'asked' | 'other' | 'exchanged' | 'operator' | 'taker' | 'concerned' | 'addressee' | 'everybody';
type Rule = {
  /** The words, and so the name of a third person among them. */
  words: readonly Group[];
  /** A number and an address. */
  contact: readonly Group[];
};

const rules: readonly (readonly [RegExp, Rule])[] = [
  // Nobody sees more than the surname before both agreed; operators see names, and never a number.
  [/^POST \/api(_ai)?\/users?\/(send_sms|verify_sms) body\.mobile$/, { words: [], contact: ['exchanged'] }],
  [/change_number body\.next\.mobile$/, { words: [], contact: ['exchanged'] }],
  [
    /(simple_registration|users\/profile) body\.name$/,
    { words: ['exchanged', 'operator'], contact: ['exchanged'] },
  ],
  [/display_name$/, { words: ['exchanged', 'operator'], contact: ['exchanged'] }],
  [/nickname$/, { words: ['exchanged'], contact: ['exchanged'] }],

  [/(special_note|introduction)$/, { words: ['everybody'], contact: ['exchanged'] }],
  [/teacher_detailed_registration\S* body\.school_name$/, { words: ['everybody'], contact: ['exchanged'] }],
  [/reviews\/\{occasion\} body\.text$/, { words: ['everybody'], contact: ['exchanged'] }],
  [/reviews\/\{id\}\/reply body\.text$/, { words: ['everybody'], contact: ['exchanged'] }],
  [/erase_trace_(task|record\S*) body\.(tags\.)?(title|school_name)$/, { words: ['everybody'], contact: [] }],

  // Both sides talk before they decide. Nothing that is printed in a file is covered, and both are told so.
  [/users\/interest body\.message$/, { words: ['asked'], contact: ['exchanged'] }],
  [/conversations\/\{id\}\/messages body\.text$/, { words: ['asked'], contact: ['exchanged'] }],
  [/conversations\/\{id\}\/files file page$/, { words: ['asked'], contact: ['asked'] }],
  [/users\/evidence file page$/, { words: ['operator'], contact: ['operator'] }],
  // A begun case is its owner's, and so is what a photo says of itself, its name too: nobody else sees any of it.
  [/case_draft body\.form\{\}$/, { words: [], contact: [] }],
  [/ file (name|metadata)$/, { words: [], contact: [] }],
  [/(clock_in|cancel) body\.reason$/, { words: ['other', 'operator'], contact: ['exchanged'] }],
  [/clock_in\/\{id\}\/note body\.(done|homework)$/, { words: ['other'], contact: ['exchanged'] }],
  [/classes\/\{id\}\/tag body\.tag$/, { words: [], contact: [] }],
  [/(dispute|account) body\.note$/, { words: ['other', 'operator'], contact: ['exchanged'] }],
  // A tutor gives it to be paid by; it may be a number or an address, and so is shown once both agreed.
  [/users\/fps body\.value$/, { words: ['exchanged'], contact: ['exchanged'] }],
  [/police_checks\/\{id\}\/share body\.code$/, { words: [], contact: ['other'] }],

  // What is written to operators.
  [/appeal body\.note$/, { words: ['operator'], contact: [] }],
  [/reports?\S* body\.(reason|text|words)$/, { words: ['operator'], contact: [] }],
  [/lost_number body\.(name|story)$/, { words: ['operator'], contact: [] }],
  [/(standing\/appeal|banned_request) body\.words$/, { words: ['operator'], contact: [] }],
  // What operators write: other operators and whom it is about read it, without numbers and addresses.
  [
    /operator\/(bans|queue|badges|users)\S* body\.(reason|note)$/,
    { words: ['operator', 'concerned'], contact: [] },
  ],
  // To whoever reported or asked; the person whom a report is about never hears of it.
  [/operator\/queue\/\{id\}\/decide body\.answer$/, { words: ['addressee'], contact: [] }],
  [
    /operator\/assistants\/\{id\} body\.(system_message|model)$/,
    { words: ['operator'], contact: ['operator'] },
  ],
  // An operator publishes it, on purpose and as it is.
  [/operator\/(assistants|help_lines)/, { words: ['everybody'], contact: ['everybody'] }],

  [/chat_ai\/(messages|threads)\S* body\.(text|title)$/, { words: ['taker'], contact: [] }],
];
const ownerAlone: Rule = { words: [], contact: [] };

/** What operators read in one place and nowhere else: the words and files of messages that were reported. */
const readAt: readonly { place: string; field: RegExp; kinds: readonly Kind[] }[] = [
  {
    place: 'POST /api/operator/reports/{id}/reading',
    field: /(conversations\/\{id\}|chat_ai)\/messages body\.text$/,
    kinds: ['name'],
  },
  { place: 'GET /api/operator/reports/{id}/files/{file}', field: /conversations\S* file page$/, kinds },
];

export type Ties = {
  /** Roles on the two sides of a match. */
  matched: readonly (readonly [string, string])[];
  /** Of an application or invitation that did not become a match. */
  asked: readonly (readonly [string, string])[];
  exchanged: readonly (readonly [string, string])[];
  takers: readonly string[];
  concerned: readonly string[];
};

export function createRules(ties: Ties) {
  const areIn = (pairs: Ties['matched'], one: string, two: string) =>
    pairs.some((pair) => pair.includes(one) && pair.includes(two));

  return function mayRead(reader: Reader, marker: Marker, at: string): boolean {
    const { field, kind, owner, addressee, formerOwner } = marker;
    if (reader === 'log') return false;
    if (reader.role === owner) return true;
    // The number was still theirs when they registered with it.
    if (reader.role === formerOwner && at === 'POST /api/common_info/simple_registration') return true;
    const isReadHere = (one: (typeof readAt)[number]) =>
      one.place === at && one.field.test(field) && one.kinds.includes(kind);
    if (reader.isOperator && readAt.some(isReadHere)) return true;
    const rule = rules.find(([pattern]) => pattern.test(field))?.[1] ?? ownerAlone;
    const groups = kind === 'name' ? rule.words : rule.contact;
    return groups.some(
      (group) =>
        group === 'everybody' ||
        (group === 'operator' && reader.isOperator) ||
        (group === 'other' && areIn(ties.matched, reader.role, owner)) ||
        (group === 'asked' && areIn([...ties.matched, ...ties.asked], reader.role, owner)) ||
        (group === 'exchanged' && areIn(ties.exchanged, reader.role, owner)) ||
        (group === 'taker' && ties.takers.includes(reader.role)) ||
        (group === 'concerned' && ties.concerned.includes(reader.role)) ||
        (group === 'addressee' && reader.role === addressee),
    );
  };
}
