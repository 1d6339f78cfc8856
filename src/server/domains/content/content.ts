import { toString as drawQrCode } from 'qrcode';
import type { Config } from '#server/ground/config/config.ts';
import { createCache } from '#server/ground/db/cached.ts';
import { nameIn } from '#server/ground/db/columns.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import {
  type CompanyInfo,
  CompanyInfo as CompanyInfoSchema,
  type FaqQuery,
  type QrCode,
} from '#shared/content.ts';
import type { Locale } from '#shared/locale.ts';
import { findFaqs, readFaqs } from './faq.ts';
import { companyInfo, mediaCompanies, qrCodes } from './tables.ts';
import { findTerms, readTerms } from './terms.ts';

export type Content = Awaited<ReturnType<typeof openContent>>;

/** FAQ, terms and company texts, cached in memory until the database notifies a change. */
export async function openContent(database: Database, config: Config) {
  const { db } = database;
  const cache = await createCache(database, 'content_changed');
  const faqBook = cache.remember((locale: Locale) => readFaqs(db, locale));
  const termsBook = cache.remember(() => readTerms(db));

  return {
    close: cache.close,
    companyInfo: cache.remember((locale: Locale) => readCompanyInfo(db, locale)),
    mediaCompanies: cache.remember((locale: Locale) => readMediaCompanies(db, locale)),
    qrCodes: cache.remember((locale: Locale) => readQrCodes(db, config, locale)),

    async faqs(query: FaqQuery, locale: Locale) {
      return findFaqs(await faqBook(locale), query);
    },

    async terms(suffix: string, version: string | undefined, locale: Locale) {
      const found = findTerms(await termsBook('all'), suffix, version, locale);
      if (!found) throw new AppError('notFound');
      return found;
    },
  };
}

async function readCompanyInfo(db: Db, locale: Locale): Promise<CompanyInfo> {
  const rows = await db.select().from(companyInfo);
  const texts = rows.map((row) => [row.key, locale === 'en' ? row.textEn : row.textZhHant]);
  return CompanyInfoSchema.parse(Object.fromEntries(texts));
}

async function readMediaCompanies(db: Db, locale: Locale) {
  const rows = await db.select().from(mediaCompanies).orderBy(mediaCompanies.sort);
  return rows.map((row) => ({
    id: row.id,
    name: nameIn(locale, row),
    kind: row.kind,
    description: locale === 'en' ? row.descriptionEn : row.descriptionZhHant,
    url: row.url,
  }));
}

/** QR codes with a configured target; others are left out. */
async function readQrCodes(db: Db, config: Config, locale: Locale): Promise<QrCode[]> {
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
  // Without a public URL, the website is the local port.
  const website = config.publicUrl ?? (config.port === 0 ? undefined : `http://localhost:${config.port}`);
  return { ...config.qrTargets, website: config.qrTargets.website ?? website };
}
