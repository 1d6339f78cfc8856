import QRCode from 'qrcode';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CallData } from '#shared/call.ts';
import type { contentCalls } from '#shared/content.ts';
import { serve } from '#tests/serve.ts';

const { database, get } = await serve();
describe('FAQ', () => {
  type Answer = CallData<(typeof contentCalls)['GET /api/faqchat/faq']>;
  async function faqs(query = '', language?: string) {
    const data: Answer = (await get(`/api/faqchat/faq${query}`, language)).data;
    return { ...data, ids: data.list.map(({ id }) => id) };
  }

  test.each(['zh-Hant', 'en'])(
    'without parameters, every question in 6 categories is answered in %s',
    async (language) => {
      const { list, total, page_size, categories } = await faqs('', language);
      expect(total).toBeGreaterThanOrEqual(30);
      expect(page_size).toBe(100);
      expect(list).toHaveLength(total);
      expect(categories).toHaveLength(6);
      const counts = categories.map(({ count }: { count: number }) => count);
      expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(total);
      for (const { question, answer } of list) {
        expect(question).not.toBe('');
        expect(answer.flat().every((text) => text.trim() !== '')).toBe(true);
      }
    },
  );

  test('answers in the requested language', async () => {
    expect((await faqs('?id=1')).list[0]?.question).toBe('明師是甚麼？');
    expect((await faqs('?id=1', 'en')).list[0]?.question).toBe('What is Mingshi?');
    expect((await faqs('', 'en')).categories[0]).toMatchObject({
      slug: 'getting-started',
      name: 'Getting started',
    });
  });

  test('filters by category and id, and still lists all categories', async () => {
    const fees = await faqs('?category=fees');
    expect(new Set(fees.list.map(({ category }) => category))).toEqual(new Set(['fees']));
    expect(fees.total).toBe(fees.categories.find(({ slug }) => slug === 'fees')?.count);
    expect((await faqs('?id=2')).ids).toEqual([2]);
    expect((await faqs('?id=2&category=fees')).ids).toEqual([]);
    expect((await faqs('?category=nowhere')).total).toBe(0);
  });

  test('search matches every word, in any width, case and language, questions before answers', async () => {
    const search = (words: string, language?: string) =>
      faqs(`?search=${encodeURIComponent(words)}`, language);
    expect((await search('短訊驗證碼')).ids[0]).toBe(3);
    expect((await search('ＳＭＳ code', 'en')).ids[0]).toBe(3);
    expect((await search('短訊驗證碼', 'en')).list[0]?.question).toMatch(/SMS code/);
    expect((await search('收不到 驗證碼')).ids).toContain(3);
    expect((await search('收不到 火星')).total).toBe(0);
    expect((await search('聯絡')).ids[0]).toBe(48);
    expect((await search('退款')).ids).toContain(48);
    expect((await search('%')).list.every(({ answer }) => JSON.stringify(answer).includes('%'))).toBe(true);
  });

  test('is paged', async () => {
    const second = await faqs('?page=2&page_size=4');
    expect(second.ids).toEqual([5, 6, 7, 8]);
    for (const wrong of ['page=0', 'page_size=-1', 'page=abc', 'page_size=101'])
      expect(await get(`/api/faqchat/faq?${wrong}`)).toMatchObject({ status: 400, code: 1001 });
  });
});

describe('terms', () => {
  const terms = (path = '', language?: string) =>
    get(`/api/common_info/terms_and_conditions${path}`, language);

  test('the default document is the terms of use, with a list of the other documents', async () => {
    const { data } = await terms();
    expect(data).toMatchObject({
      suffix: '',
      version: '2026-11',
      effective_date: '2026-11-15',
      title: '使用條款',
    });
    expect(data.documents.map(({ suffix }: { suffix: string }) => suffix)).toEqual([
      '',
      'privacy',
      'tutor',
      'eraser',
      'ai',
    ]);
    expect(data.versions).toEqual([{ version: '2026-11', effective_date: '2026-11-15' }]);
  });

  test.each(['/privacy', '/tutor', '/eraser', '/ai'])('%s exists in both languages', async (path) => {
    for (const language of ['zh-Hant', 'en']) {
      const { data } = await terms(path, language);
      expect(data.suffix).toBe(path.slice(1));
      expect(data.sections.length).toBeGreaterThan(2);
      for (const { heading, body } of data.sections) {
        expect(heading).not.toBe('');
        expect(
          body.flat().every((text: string) => /\p{Script=Han}/u.test(text) === (language === 'zh-Hant')),
        ).toBe(true);
      }
    }
  });

  test('the privacy policy tells of copies, of numbers that change hands and of what is read for safety', async () => {
    for (const [language, told] of [
      ['zh-Hant', [/副本仍會保留/, /封存/, /除非有人舉報/]],
      ['en', [/A copy that someone has taken/, /sealed/, /unless something is reported/]],
    ] as const) {
      const { data } = await terms('/privacy', language);
      for (const words of told) expect(JSON.stringify(data.sections)).toMatch(words);
    }
  });

  test('an unknown document or version is answered with 404', async () => {
    expect(await terms('/nothing')).toMatchObject({ status: 404, code: 1005 });
    expect(await terms('?version=1999')).toMatchObject({ status: 404, code: 1005 });
  });

  test('the latest version is answered unless another is requested', async () => {
    await database.pool.query(`
      insert into terms select suffix, '2027-01', '2027-01-01', '私隱政策（新）', title_en, summary_zh_hant,
        summary_en, sections, sort from terms where suffix = 'privacy' and version = '2026-11'`);
    onTestFinished(async () => {
      await database.pool.query(`delete from terms where version = '2027-01'`);
    });
    await vi.waitFor(async () => expect((await terms('/privacy')).data.version).toBe('2027-01'));
    const { data } = await terms('/privacy');
    expect(data.versions.map(({ version }: { version: string }) => version)).toEqual([
      '2027-01',
      '2026-11-17',
      '2026-11',
    ]);
    expect(data.documents).toHaveLength(5);
    expect(data.documents[1]).toMatchObject({ title: '私隱政策（新）', version: '2027-01' });
    expect((await terms('/privacy?version=2026-11')).data).toMatchObject({
      version: '2026-11',
      title: '私隱政策',
    });
  });
});

test('company info is an object, in both languages', async () => {
  const { data } = await get('/api/common_info/company_info');
  expect(data).toMatchObject({ name: '明師' });
  expect((await get('/api/common_info/company_info', 'en')).data.name).toBe('Mingshi');
});

test('the media list is paged, and its entries have no URL', async () => {
  const { data } = await get('/api/common_info/media-company?page_size=5');
  expect(data).toMatchObject({ total: 6, page: 1, page_size: 5 });
  expect(data.list).toHaveLength(5);
  expect(data.list[0]).toEqual({
    id: 1,
    name: '明師網誌',
    kind: 'blog',
    description: expect.any(String),
    url: null,
  });
});

describe('QR codes', () => {
  async function codes(environment: Record<string, string>) {
    const { get } = await serve({ environment, over: database, whenOver: onTestFinished });
    return (await get('/api/common_info/qr_code')).data as {
      slug: string;
      target: string;
      svg: string;
    }[];
  }
  const targets = (list: { slug: string; target: string }[]) =>
    list.map(({ slug, target }) => [slug, target]);

  test('point to the configured targets, and are left out without one', async () => {
    expect(targets(await codes({ PUBLIC_URL: 'https://mingshi.example' }))).toEqual([
      ['website', 'https://mingshi.example'],
    ]);
    const all = {
      PUBLIC_URL: 'https://mingshi.example',
      QR_WEBSITE_URL: 'https://mingshi.example/wx',
      QR_WECHAT_URL: 'https://u.wechat.com/x',
    };
    expect(targets(await codes(all))).toEqual([
      ['website', 'https://mingshi.example/wx'],
      ['wechat', 'https://u.wechat.com/x'],
    ]);
    expect(targets(await codes({ PORT: '3100' }))).toEqual([['website', 'http://localhost:3100']]);
    expect(await codes({ PORT: '0' })).toEqual([]);
  });

  test('draw the modules of their target', async () => {
    const [code] = await codes({ PUBLIC_URL: 'https://mingshi.example' });
    expect(code?.svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    const { size } = QRCode.create('https://mingshi.example', { errorCorrectionLevel: 'M' }).modules;
    expect(code?.svg).toContain(`viewBox="0 0 ${size + 8} ${size + 8}"`);
  });
});
