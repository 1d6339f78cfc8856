import { asc } from 'drizzle-orm';
import type { DistressKind } from '#engine/distress/kinds.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { HelpPart } from '#shared/chat/parts.ts';
import type { Locale } from '#shared/locale.ts';
import { type HelpLineRow, helpLines } from '../tables.ts';
import { cardWords } from './help-words.ts';

export const allHelpLines = (db: Db | Tx): Promise<HelpLineRow[]> =>
  db.select().from(helpLines).orderBy(asc(helpLines.sort), asc(helpLines.id));

/** Danger to life or body: the lines that answer at any hour stand first. */
const urgentKinds: readonly DistressKind[] = ['self_harm', 'violence', 'touching'];

/** The lines that fit the kind, as a part beside the answer. */
export async function helpPartFor(db: Db | Tx, kind: DistressKind, locale: Locale): Promise<HelpPart> {
  const lines = (await allHelpLines(db)).filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind));
  const isUrgent = urgentKinds.includes(kind);
  // Where nothing presses, the number for emergencies stands last.
  const rank = (line: HelpLineRow) => (isUrgent ? (line.isUrgent ? 0 : 1) : line.kinds.length === 0 ? 1 : 0);
  const ordered = lines.toSorted((one, other) => rank(one) - rank(other));
  const isEnglish = locale === 'en';
  return {
    type: 'data-help',
    id: 'help',
    data: {
      message: cardWords[kind][locale],
      lines: ordered.map((line) => ({
        phone: line.phone,
        name: isEnglish ? line.nameEn : line.nameZhHant,
        note: isEnglish ? line.noteEn : line.noteZhHant,
      })),
    },
  };
}
