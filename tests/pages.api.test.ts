import { describe, expect, it, onTestFinished } from 'vitest';
import { offlinePagePolicy } from '#server/ground/http/web-source.ts';
import { createLog } from '#server/ground/log/log.ts';
import { publishSamples } from '#tests/on-show.ts';
import { serve } from '#tests/serve.ts';
import { routeTable } from '#web/ground/routing/route-table.ts';

/** The first id that the database assigns. */
const firstOnShow = 1001;
const { app, database } = await serve({
  environment: { PUBLIC_URL: 'https://mingshi.example' },
  pages: true,
});
const onShow = await publishSamples(database, { tutors: 1, cases: 1 });
expect(onShow).toEqual({ tutors: [firstOnShow], cases: [firstOnShow] });

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'accept-language': 'zh-HK', ...headers } });
const signedIn = { cookie: 'csrftoken=x; i18n_redirected=zh-Hant' };
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

const samples: Record<string, string> = {
  ':thread': '12',
  ':id': '1',
  ':code': 'abcdefghijklmnopqrstuv',
  ':district': 'sha-tin',
  ':subject': 'mathematics',
  ':view': 'erase-1-7',
  ':filter': '1-0-0',
  '*': 'x',
};
const sample = (path: string) =>
  /^\/(case|tutor)\/:id$/.test(path)
    ? path.replace(':id', String(firstOnShow))
    : path.replace(/:\w+|\*/g, (name) => samples[name] ?? name);
const prefixes = ['', '/zh-Hant', '/en'];

/** Every row of the route table × alias × locale prefix. */
const addresses = routeTable.flatMap((row) =>
  row.paths.flatMap((path) =>
    prefixes.map((prefix) => ({
      row,
      prefix,
      path,
      url: path === '/' ? prefix || '/' : prefix + sample(path),
      company: prefix === '/en' ? 'Mingshi' : '明師',
      home: prefix === '/en' ? '/en' : '/',
    })),
  ),
);

type Address = (typeof addresses)[number];
/** npm test asks for each path without a prefix, and for the first path of each page in English. */
const inQuickRun = ({ row, prefix, path }: Address) =>
  prefix === '' || (prefix === '/en' && path === row.paths[0]);
function everyAddress(
  title: string,
  of: (address: Address) => boolean,
  check: (address: Address) => Promise<void>,
) {
  const chosen = addresses.filter(of);
  it.each(chosen.filter(inQuickRun))(title, check);
  it.each(chosen.filter((address) => !inQuickRun(address)))(title, { tags: ['whole'] }, check);
}

describe('every page, alias and locale', () => {
  const isOpen = ({ row }: Address) => !row.gate && !row.redirect && row.page !== 'domains/sharing/page.tsx';

  everyAddress(
    '$url answers 200 with title, language and heading, and without the footer where it is hidden',
    ({ row, path }) =>
      !row.redirect && !path.startsWith('/share/') && path !== '/me/*' && !path.startsWith('/operator'),
    async ({ row, url, company, prefix }) => {
      const response = await get(url, signedIn);
      expect(response.statusCode).toBe(200);
      expect(titleOf(response.body)).toMatch(new RegExp(`.+ - ${company}$`));
      expect(response.body).toContain(`<html lang="${prefix === '/en' ? 'en-HK' : 'zh-Hant-HK'}"`);
      expect(response.body).toMatch(/<h1|logging out|正在登出|Logging out/i);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      if (!row.footer) expect(response.body).not.toContain('<footer');
    },
  );

  everyAddress(
    '$url answers 404 to a user who is not an operator',
    ({ path }) => path.startsWith('/operator'),
    async ({ url }) => {
      const response = await get(url, signedIn);
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain(`Page not found: ${url}`);
      expect(titleOf(response.body)).toMatch(/^Page Not Found - /);
    },
  );

  everyAddress(
    '$url redirects to the home page without the CSRF cookie',
    ({ row }) => row.gate,
    async ({ url, home }) => {
      const response = await get(url);
      expect(response.statusCode).toBe(302);
      expect(response.headers.location).toBe(home);
      // The home page says what log-in is for, and leads back.
      expect(response.headers['set-cookie']).toContain(
        `wanted=${encodeURIComponent(url)}; Path=/; Max-Age=60; SameSite=Lax`,
      );
    },
  );

  everyAddress(
    '$url.data redirects visitors too',
    ({ row }) => row.gate,
    async ({ url }) => {
      const closed = await get(`${url}.data`);
      expect(closed.statusCode).toBe(202);
      expect(closed.body).toContain('redirect');
      expect((await get(`${url}.data`, signedIn)).body).not.toContain('redirect');
    },
  );

  everyAddress(
    '$url answers 200 to visitors, with the footer where it belongs',
    isOpen,
    async ({ row, url }) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.body.includes('<footer')).toBe(row.footer);
    },
  );
  it('the affix is hidden exactly on /wx, /erase, the AI paths, the voice paths, /clock-in, the lists of tutors and cases, the forms, a conversation and /operator', () => {
    const hidden = routeTable.filter((row) => !row.affix).flatMap((row) => row.paths);
    const rule =
      /^\/(wx|erase|aitutor2?|gpt4o|gpto1|doubao1-5|voice|assessment|realworld|clock-in|cases|tutors(?!\/:)|me\/saved|me\/case(?!\/:id\/)|me\/tutor(?!\/)|me\/confirm-login|lost-number|message\/:id|operator)(\/|$)/;
    const all = routeTable.flatMap((row) => row.paths);
    expect(hidden.toSorted()).toEqual(all.filter((path) => rule.test(path)).toSorted());
  });
  it('logout ends the AI session exactly on /erase, the AI paths and the voice paths', () => {
    const ai = routeTable.filter((row) => row.logout === 'ai').flatMap((row) => row.paths);
    const rule = /^\/(erase|aitutor2?|gpt4o|gpto1|doubao1-5|voice|assessment|realworld)(\/|$)/;
    const all = routeTable.flatMap((row) => row.paths);
    expect(ai.toSorted()).toEqual(all.filter((path) => rule.test(path)).toSorted());
  });
});

describe('redirects', () => {
  it.each([
    ['/share', '/erase'],
    ['/share/', '/erase'],
    ['/en/share', '/en/erase'],
    ['/en/share/', '/en/erase'],
    ['/zh-Hant/share', '/erase'],
    ['/share/abc', '/erase?share=abc'],
    ['/en/share/abc', '/en/erase?share=abc'],
    ['/more', '/'],
    ['/en/more', '/en'],
  ])('%s redirects to %s', async (from, to) => {
    const response = await get(from);
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(to);
  });

  const bases = [
    '/aitutor',
    '/aitutor2',
    '/gpt4o',
    '/gpto1',
    '/doubao1-5',
    '/aitutor/voice',
    '/voice',
    '/assessment',
    '/realworld',
  ];
  const wrong = ['0', 'abc', '-1', '1e3', '00', '1.5', '%20'];
  it.each(
    bases.flatMap((base, at) =>
      wrong.map((thread) => {
        const prefix = prefixes[at % prefixes.length];
        return [`${prefix}${base}/${thread}`, prefix + base] as const;
      }),
    ),
  )('%s redirects from an invalid thread id to %s', async (from, to) => {
    const response = await get(from);
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(to);
  });
});

describe('pages that do not exist', () => {
  it.each(['/nowhere', '/en/nowhere', '/zh-Hant/a/b', '/fr', '/erase/nowhere', '/faq/1/2'])(
    '%s answers 404 with "Page not found"',
    async (path) => {
      const response = await get(path);
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain(`Page not found: ${path}`);
      expect(response.body).toContain('Go Back Home');
    },
  );
  it('old addresses of a subject lead to it', async () => {
    const landing = await get('/en/tutors/sha-tin/chinese-language');
    expect([landing.statusCode, landing.headers.location]).toEqual([301, '/en/tutors/sha-tin/chinese']);
    // The old id of mathematics: the select has the subject chosen, so the page is about it.
    const [old, current] = [await get('/erase/list/6-34-0'), await get('/erase/list/6-3-0')];
    expect([old.statusCode, current.statusCode]).toEqual([200, 200]);
    for (const { body } of [old, current]) expect(body).toContain('/erase/list/6-3-0');
  });
  it('a path with a script tag is escaped in the 404 page', async () => {
    const response = await get('/<script>alert(1)</script>');
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('<script>alert(1)');
  });
  it.each([
    '/faq/abc',
    '/faq/0',
    '/faq/9999',
    '/en/faq/9999',
    '/test-paper/x',
    '/erase/erase-2-7',
    '/erase/erase-1-0',
    '/erase/erase-1-7-8',
    '/erase/list/1-2',
    '/erase/list/a-b-c',
    '/share/%3Cb%3E',
    '/terms-conditions?doc=none',
    '/case/x',
    '/case/999999',
    '/tutor/0',
    '/en/tutor/999999',
    '/tutors/atlantis/mathematics',
    '/tutors/sha-tin/alchemy',
  ])('%s answers 404 because of invalid or unknown parameters', async (path) => {
    const response = await get(path);
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('Page Not Found');
    expect(response.body).not.toContain('Page not found:');
  });
  it('an invalid clock-in id answers 404 to a signed-in user and redirects a visitor', async () => {
    expect((await get('/clock-in/x', signedIn)).statusCode).toBe(404);
    expect((await get('/clock-in/x')).statusCode).toBe(302);
  });
});

describe('locale of a first visit', () => {
  it('a cookie decides first, then Accept-Language, then the default locale', async () => {
    const english = await get('/faq?search=fee', { 'accept-language': 'en-GB,en;q=0.9' });
    expect(english.statusCode).toBe(302);
    expect(english.headers.location).toBe('/en/faq?search=fee');
    expect(english.headers['set-cookie']).toBe('i18n_redirected=en; Path=/; Max-Age=31536000; SameSite=Lax');
    const cookie = { cookie: 'i18n_redirected=zh-Hant', 'accept-language': 'en' };
    expect((await get('/', cookie)).statusCode).toBe(200);
    const cookieEnglish = { cookie: 'i18n_redirected=en', 'accept-language': 'zh' };
    expect((await get('/', cookieEnglish)).headers.location).toBe('/en');
    expect((await get('/', { 'accept-language': 'fr' })).statusCode).toBe(200);
    expect((await get('/zh-Hant/faq', { 'accept-language': 'en' })).statusCode).toBe(200);
  });
  it('the locale of the page is saved in the cookie', async () => {
    expect((await get('/')).headers['set-cookie']).toContain(
      'i18n_redirected=zh-Hant; Path=/; Max-Age=31536000',
    );
    expect((await get('/en')).headers['set-cookie']).toContain('i18n_redirected=en;');
  });
  it('navigation inside the site (Sec-Fetch-Site: same-origin) is never redirected to another locale', async () => {
    const headers = { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' };
    expect((await get('/faq', headers)).statusCode).toBe(200);
  });
  it('client-side navigation (.data requests) is never redirected to another locale', async () => {
    expect((await get('/faq.data', { 'accept-language': 'en' })).statusCode).toBe(200);
  });
  it('detection can be limited to the root path, locales to one, and the cookie made cross-origin', async () => {
    const limited = await serve({
      environment: { LOCALE_DETECTION: 'root', LOCALE_COOKIE_CROSS_ORIGIN: '1' },
      pages: true,
      whenOver: onTestFinished,
    });
    const only = await serve({ environment: { LOCALES: 'zh-Hant' }, pages: true, whenOver: onTestFinished });
    const english = { 'accept-language': 'en' };
    expect((await limited.app.inject({ url: '/faq', headers: english })).statusCode).toBe(200);
    const root = await limited.app.inject({ url: '/', headers: english });
    expect(root.headers.location).toBe('/en');
    expect(root.headers['set-cookie']).toContain('SameSite=None; Secure');
    expect((await only.app.inject({ url: '/', headers: english })).statusCode).toBe(200);
    const off = await only.app.inject({ url: '/en/faq', headers: english });
    expect(off.statusCode).toBe(404);
    expect(off.body).toContain('Page not found: /en/faq');
  });
});

describe('search engines and app installation', () => {
  it('a page has canonical and hreflang links and structured data', async () => {
    const { body } = await get('/zh-Hant/faq');
    expect(body).toContain('<link rel="canonical" href="https://mingshi.example/faq"/>');
    expect(body).toContain('hrefLang="en" href="https://mingshi.example/en/faq"');
    expect(body).toContain('hrefLang="x-default" href="https://mingshi.example/faq"');
    expect(body).toContain('application/ld+json');
  });
  it('sitemap.xml lists public pages and robots.txt names the sitemap', async () => {
    const sitemap = await get('/sitemap.xml');
    expect(sitemap.headers['content-type']).toContain('application/xml');
    expect(sitemap.body).toContain('<loc>https://mingshi.example/faq/1</loc>');
    expect(sitemap.body).not.toContain('/my-tutoring');
    const robots = await get('/robots.txt');
    expect(robots.body).toMatch(/^User-agent: \*\nDisallow: \/api\/\nSitemap: /);
    expect(robots.body).toContain('Sitemap: https://mingshi.example/sitemap.xml');
  });
  it.each(['/my-tutoring', '/en/me/privacy', '/operator', '/message', '/message/1'])(
    '%s requires sign-in and carries X-Robots-Tag: noindex',
    async (path) => {
      for (const headers of [{}, signedIn])
        expect((await get(path, headers)).headers['x-robots-tag']).toBe('noindex');
      expect((await get('/faq', signedIn)).headers['x-robots-tag']).toBeUndefined();
    },
  );
  it('/more-tutor-case redirects a visitor without the cookie with noindex, and is indexable when shown', async () => {
    const [away, shown] = [await get('/more-tutor-case'), await get('/more-tutor-case', signedIn)];
    expect([away.statusCode, away.headers['x-robots-tag']]).toEqual([302, 'noindex']);
    expect([shown.statusCode, shown.headers['x-robots-tag']]).toEqual([200, undefined]);
  });
  it.each([
    ['/tutors', '找補習導師'],
    ['/cases', '補習個案'],
  ])('%s is open to visitors, indexed under one address and in the sitemap', async (path, title) => {
    const shown = await get(`${path}?sort=price_low&region=1`);
    expect([shown.statusCode, shown.headers['x-robots-tag']]).toEqual([200, undefined]);
    expect(shown.body).toContain(`<title>${title} - 明師</title>`);
    expect(shown.body).toContain(`<link rel="canonical" href="https://mingshi.example${path}"/>`);
    expect((await get('/sitemap.xml')).body).toContain(`<loc>https://mingshi.example${path}</loc>`);
    const listed = `"@type":"ListItem","position":1,"url":"https://mingshi.example${path.slice(0, -1)}/${firstOnShow}"`;
    expect((await get(path)).body).toContain(listed);
    expect((await get(`${path}/_payload.json`)).statusCode).toBe(200);
  });
  it('manifest, service worker and offline page are sent with no-cache, hashed assets as immutable', async () => {
    for (const url of [
      '/manifest.webmanifest',
      '/favicon.ico',
      '/sw.js',
      '/offline.html',
      '/clock-in-offline.html',
      '/clock-in-offline.js',
    ])
      expect((await get(url)).headers['cache-control']).toBe('no-cache');
    const asset = /\/assets\/[\w.-]+\.js/.exec((await get('/')).body)?.[0] ?? '';
    expect((await get(asset)).headers['cache-control']).toContain('immutable');
    expect((await get('/assets/gone-12345.js')).statusCode).toBe(404);
  });
});

it('serves the clock-in page without a network with a script of its own, which its policy allows, compressed', async () => {
  const page = await get('/clock-in-offline.html');
  expect(page.headers['content-security-policy']).toBe(offlinePagePolicy);
  expect(page.body).toContain('src="/clock-in-offline.js"');
  const script = await get('/clock-in-offline.js', { 'accept-encoding': 'br' });
  expect(script.headers['content-encoding']).toBe('br');
  expect(script.headers['content-type']).toContain('javascript');
});

describe('payloads and builds', () => {
  it.each(['/faq', '/en/faq', '', '/terms-conditions'])(
    '%s/_payload.json answers the data of the page’s loaders',
    async (path) => {
      const response = await get(`${path}/_payload.json`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('application/json');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json().root.company.name).toBe(path.startsWith('/en') ? 'Mingshi' : '明師');
    },
  );
  it('payloads of pages that require sign-in redirect a visitor', async () => {
    const closed = await get('/my-tutoring/_payload.json');
    expect(closed.statusCode).toBe(302);
    expect(closed.headers.location).toBe('/');
    expect((await get('/nowhere/_payload.json')).statusCode).toBe(404);
  });
  it('/builds/latest.json names the build of the served pages', async () => {
    const response = await get(`/builds/latest.json?${Date.now()}`);
    expect(response.json().id).toMatch(/^\w+$/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect((await get('/')).body).toContain(response.json().id);
  });
});

describe('when a page fails', () => {
  it('the user gets an error page with status 500, and the error is logged but not shown', async () => {
    const lines: string[] = [];
    const broken = await serve({
      register(app) {
        app.calls.answer = async () => {
          throw new Error('the database is away');
        };
      },
      parts: { log: createLog('error', { write: (line) => lines.push(line) }) },
      pages: true,
      whenOver: onTestFinished,
    });
    const response = await broken.app.inject({ url: '/faq', headers: { 'accept-language': 'zh' } });
    expect(response.statusCode).toBe(500);
    expect(response.body).toContain('這一頁出了問題');
    expect(response.body).not.toContain('the database is away');
    expect(lines.join('')).toContain('應用層錯誤');
    expect(lines.join('')).toContain('the database is away');
  });
});

describe('content of a page', () => {
  it('the content security policy has a new nonce each time, and every script and style carries it', async () => {
    const [first, second] = await Promise.all([get('/'), get('/')]);
    const nonceOf = (response: typeof first) =>
      /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy']))?.[1];
    expect(nonceOf(first)).toBeTruthy();
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    const tags = first.body.match(/<(script|style)\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) if (!tag.includes('ld+json')) expect(tag).toContain(`nonce="${nonceOf(first)}"`);
    const policy = String(first.headers['content-security-policy']);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).not.toContain('googletagmanager');
  });
  it('the stylesheet is inline and the scripts are preloaded', async () => {
    const { body } = await get('/');
    expect(body).toMatch(/<style data-styles="" nonce="[^"]+">.{100}/s);
    expect(body).toContain('--paper:');
    expect(body).not.toContain('rel="stylesheet"');
    const preloads = body.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    expect(preloads.length).toBeGreaterThan(0);
  });
  it('loader data in the inline script is escaped and cannot close the script element', async () => {
    const { body } = await get(`/faq?search=${encodeURIComponent('</script><i>')}`);
    expect(body).toMatch(/u003c\/script(>|\\+u003e)/i);
    expect(body).not.toContain('</script><i>');
  });
  it('the content security policy allows the analytics hosts when containers are configured', async () => {
    const other = await serve({
      environment: { ANALYTICS_CONTAINER_IDS: 'GTM-ABC123' },
      pages: true,
      whenOver: onTestFinished,
    });
    const { headers } = await other.app.inject({ url: '/', headers: { 'accept-language': 'zh' } });
    expect(headers['content-security-policy']).toContain('https://www.googletagmanager.com');
  });
  it('pages show 示範 (demo) in demo mode, and only then', async () => {
    expect((await get('/')).body).toContain('示範');
    const real = await serve({ environment: { DEMO: '0' }, pages: true, whenOver: onTestFinished });
    expect((await real.app.inject({ url: '/', headers: { 'accept-language': 'zh' } })).body).not.toContain(
      '>示範<',
    );
  });
});
