import type { MetaArgs, MetaDescriptor } from 'react-router';
import { defaultLocale } from '#shared/locale.ts';
import { type Messages, translator } from '../i18n/i18n.ts';
import { localizedPath, splitLocale } from './rules.ts';
import type { LoadedRoot } from './use-shell.tsx';

type Words = {
  title?: string;
  description?: string;
  jsonLd?: object;
  /** The path of a picture for those who share the page. */
  preview?: string;
};
export type PageName = keyof Messages['pages'];

/**
 * A page's title with the company name, its description, its canonical address and its other languages.
 * `words` may supply a title and description from the loaded data.
 */
export function pageMeta<Data = unknown>(
  page: PageName,
  words: (data: Data, locale: LoadedRoot['locale'], origin: string) => Words | undefined = () => undefined,
) {
  return ({
    matches,
    location,
    loaderData,
  }: Pick<MetaArgs, 'matches' | 'location' | 'loaderData'>): MetaDescriptor[] => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as LoadedRoot | undefined;
    const { locale, path } = splitLocale(location.pathname);
    const origin = root?.origin ?? '';
    const fromData = loaderData === undefined ? undefined : words(loaderData as Data, locale, origin);
    const t = translator(locale);
    const title = fromData?.title ?? t?.(`pages.${page}.title`) ?? '';
    const description = fromData?.description ?? t?.(`pages.${page}.description`);
    const company = root?.company.name ?? '明師';
    const address = (other: typeof locale) => origin + localizedPath(path, other);
    return [
      { title: `${title} - ${company}` },
      { name: 'description', content: description },
      { property: 'og:title', content: `${title} - ${company}` },
      { property: 'og:description', content: description },
      { property: 'og:site_name', content: company },
      { property: 'og:url', content: address(locale) },
      ...(fromData?.preview ? previewOf(origin + fromData.preview) : []),
      { tagName: 'link', rel: 'canonical', href: address(locale) },
      ...(root?.settings.locales ?? []).map((other) => ({
        tagName: 'link' as const,
        rel: 'alternate',
        hrefLang: other,
        href: address(other),
      })),
      { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: address(defaultLocale) },
      ...(fromData?.jsonLd ? [{ 'script:ld+json': fromData.jsonLd as Record<string, string> }] : []),
    ];
  };
}

const previewOf = (address: string): MetaDescriptor[] => [
  { property: 'og:image', content: address },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { name: 'twitter:card', content: 'summary_large_image' },
];
