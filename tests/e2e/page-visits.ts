import { routeTable } from '#web/ground/routing/route-table.ts';

/** `other`: differs only in its text from a page that is checked already, so only the overflow is checked. */
export type Visit = { path: string; status: 200 | 404; gate?: boolean; other?: true };

const sampleParams: Record<string, string> = {
  thread: '12',
  id: '1',
  view: 'erase-1-5',
  filter: '3-0-2',
  code: 'AbC-12',
  district: 'sha-tin',
  subject: 'mathematics',
  '*': 'nowhere',
};

/** One address per row of the route table; a new parameter needs a sample above. */
function sampleOf(path: string) {
  return path.replace(/:(\w+)|\*/g, (found, name = found) => {
    if (!(name in sampleParams)) throw new Error(`no sample for ${found} of ${path}`);
    return sampleParams[name] ?? '';
  });
}

/** Rows without a page of their own; rules.spec.ts tests their redirects. */
const redirects = ['/share', '/share/:code', '/more', '/logout_ai'];
/** market.spec.ts tests these with existing cases and tutors. */
const onShow = ['/case/:id', '/tutor/:id'];
/** Account and console pages: a visitor sees the same on all of them; they have their own tests. */
const personalPages = /^\/(me\/(?!confirm-login|case\/new|\*)|operator\/)/;

export const visits: Visit[] = [
  ...routeTable
    .filter(({ paths: [path] }) => ![...redirects, ...onShow].includes(path) && !personalPages.test(path))
    .map(({ paths: [path], gate }) => {
      // The operator console is a 404 for visitors; operator.spec.ts tests the rest.
      const status = path.endsWith('*') || path.startsWith('/operator') ? 404 : 200;
      // Behind the gate it shows the same list as /tutors.
      const other = path === '/more-tutor-case' ? true : undefined;
      return { path: sampleOf(path), status, gate, other } as const;
    }),
  ...[
    ...['/assessment', '/realworld', '/faq?search=學費', '/faq?search=zzzz'],
    ...['privacy', 'tutor', 'eraser', 'ai'].map((doc) => `/terms-conditions?doc=${doc}`),
  ].map((path) => ({ path, status: 200, other: true }) as const),
  ...['/no/such/page', '/faq/999999', '/test-paper/abc'].map(
    (path) => ({ path, status: 404, other: true }) as const,
  ),
];
