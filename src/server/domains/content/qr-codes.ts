import { toString as drawQrCode } from 'qrcode';
import type { Config } from '#server/ground/config/config.ts';
import type { Db } from '#server/ground/db/db.ts';
import { nameIn } from '#server/ground/db/labels.ts';
import type { QrCode } from '#shared/content.ts';
import type { Locale } from '#shared/locale.ts';
import { qrCodes } from './tables.ts';

/** The codes that lead somewhere; one without a configured target is left out. */
export async function readQrCodes(db: Db, config: Config, locale: Locale): Promise<QrCode[]> {
  const targets = qrTargets(config);
  const rows = await db.select().from(qrCodes).orderBy(qrCodes.sort);
  const drawn = rows.map(async (row) => {
    const target = targets[row.slug];
    if (!target) return [];
    const description = locale === 'en' ? row.descriptionEn : row.descriptionZhHant;
    const svg = await drawQrCode(target, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
    return [{ id: row.id, slug: row.slug, name: nameIn(locale, row), description, target, svg: svg.trim() }];
  });
  return (await Promise.all(drawn)).flat();
}

function qrTargets(config: Config): Record<string, string | undefined> {
  // On a machine that has no public address yet, the site is where it listens.
  const website = config.publicUrl ?? (config.port === 0 ? undefined : `http://localhost:${config.port}`);
  return { ...config.qrTargets, website: config.qrTargets.website ?? website };
}
