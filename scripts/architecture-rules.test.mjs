import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inspect } from './architecture-rules.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mingshi-house-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes the files by their path and inspects them. */
function inspectFiles(files, { publicFiles = {}, allowedMutualPairs = 0, allowedPrivateParts = {} } = {}) {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return inspect(root, { publicFiles, allowedMutualPairs, allowedPrivateParts });
}
const problems = (files, rules) => inspectFiles(files, rules).problems;

describe('import cycles', () => {
  test.each([
    ['a value', "import { b } from './b.ts';"],
    ['a type', "import type { B } from './b.ts';"],
    ['names over several lines', "import {\n  type B,\n  b as c,\n} from './b.ts';"],
    ['a namespace', "import * as b from './b.ts';"],
    ['side effects only', "import './b.ts';"],
    ['a re-export', "export { b } from './b.ts';"],
    ['a dynamic module', "const b = () => import('./b.ts');"],
    ['the type of a module', "type B = typeof import('./b.ts');"],
    ['a subpath name of package.json', "import { b } from '#engine/b.ts';"],
  ])('are found through an import of %s', (_name, source) => {
    const found = problems({ 'src/engine/a.ts': source, 'src/engine/b.ts': "import './a.ts';" });
    expect(found).toEqual(['circle: src/engine/a.ts → src/engine/b.ts → src/engine/a.ts']);
  });

  test('are reported once per group of connected files, with the shortest cycle', () => {
    const found = problems({
      'tests/a.ts': "import './b.ts';",
      'tests/b.ts': "import './c.ts';",
      'tests/c.ts': "import './a.ts';\nimport './b.ts';",
      'tests/d.ts': "import './a.ts';",
    });
    expect(found).toEqual(['circle: tests/b.ts → tests/c.ts → tests/b.ts (in a knot of 3 files)']);
  });

  test('are not reported when two files import the same third file', () => {
    const files = {
      'tests/a.ts': "import './b.ts';\nimport './c.ts';",
      'tests/b.ts': "import './c.ts';",
      'tests/c.ts': '// import "./a.ts"',
    };
    expect(problems(files)).toEqual([]);
  });
});

describe('layer rules', () => {
  const target = (path) => ({ [path]: '' });

  test.each([
    ['src/shared/a.ts', 'src/engine/x.ts'],
    ['src/engine/a.ts', 'src/shared/x.ts'],
    ['src/engine/a.ts', 'src/server/ground/x.ts'],
    ['src/server/ground/a.ts', 'src/server/domains/cases/x.ts'],
    ['src/server/ground/a.ts', 'src/server/wiring/x.ts'],
    ['src/server/domains/cases/a.ts', 'src/server/wiring/x.ts'],
    ['src/server/wiring/a.ts', 'src/web/root.tsx'],
    ['src/web/ground/a.ts', 'src/web/ui/x.tsx'],
    ['src/web/ground/a.ts', 'src/web/shell/x.tsx'],
    ['src/web/ground/a.ts', 'src/web/domains/cases/x.tsx'],
    ['src/web/ui/a.tsx', 'src/web/shell/x.tsx'],
    ['src/web/ui/a.tsx', 'src/web/domains/cases/x.tsx'],
    ['src/web/shell/a.tsx', 'src/web/domains/cases/x.tsx'],
    ['src/web/domains/cases/a.tsx', 'src/web/root.tsx'],
    ['src/web/root.tsx', 'src/server/ground/x.ts'],
    ['src/server/ground/a.ts', 'tests/x.ts'],
  ])('%s may not import %s', (file, imported) => {
    const source = `import type { X } from '${'../'.repeat(file.split('/').length - 1)}${imported}';`;
    expect(problems({ [file]: source, ...target(imported) })).toEqual([
      expect.stringMatching(`may not import this: ${file} → ${imported}$`),
    ]);
  });

  test.each([
    ['src/shared/a.ts', '#shared/x.ts'],
    ['src/engine/matching/a.ts', '#engine/paper/x.ts'],
    ['src/server/domains/cases/a.ts', '#server/ground/x.ts'],
    ['src/server/domains/cases/a.ts', '#engine/x.ts'],
    ['src/server/wiring/a.ts', '#server/domains/cases/x.ts'],
    ['src/server/ground/a.test.ts', '#server/domains/cases/x.ts'],
    ['src/web/ui/a.tsx', '#web/ground/x.ts'],
    ['src/web/shell/a.tsx', '#web/ui/x.tsx'],
    ['src/web/domains/cases/a.tsx', '#web/shell/x.tsx'],
    ['src/web/root.tsx', '#web/domains/cases/x.tsx'],
    ['tests/a.ts', '#web/domains/cases/x.tsx'],
  ])('%s may import %s', (file, imported) => {
    const source = `import { x } from '${imported}';`;
    expect(problems({ [file]: source, ...target(`src/${imported.slice(1)}`) })).toEqual([]);
  });

  test('src/shared may import no package except zod', () => {
    const found = problems({
      'src/shared/a.ts': "import { z } from 'zod';\nimport { join } from 'node:path';",
      'src/engine/a.ts': "import { join } from 'node:path';",
    });
    expect(found).toEqual(['src/shared may not import this: src/shared/a.ts → node:path']);
  });
});

describe('public files of a domain', () => {
  const cases = 'src/server/domains/cases';
  const files = {
    [`${cases}/cases.ts`]: '',
    [`${cases}/rules/own.ts`]: '',
    'src/server/domains/market/market.ts': "import type { Case } from '../cases/cases.ts';",
  };

  test('are the only files that other domains may import', () => {
    expect(problems(files, { publicFiles: { 'server/cases': ['cases.ts'] } })).toEqual([]);
    const privateImports = {
      ...files,
      'src/server/domains/tutors/a.ts': "import { own } from '../cases/rules/own.ts';",
      [`${cases}/neighbour.ts`]: "import { own } from './rules/own.ts';",
      [`${cases}/own.test.ts`]: "import { market } from '../market/market.ts';",
      'src/server/wiring/start.ts': "import { own } from '#server/domains/cases/rules/own.ts';",
    };
    expect(problems(privateImports, { publicFiles: { 'server/cases': ['cases.ts'] } })).toEqual([
      'not public in server/cases: src/server/domains/tutors/a.ts → rules/own.ts',
    ]);
  });

  test('must be imported by another domain: a file that only the wiring and tests import is reported', () => {
    const wired = {
      ...files,
      'src/server/wiring/start.ts': "import { own } from '#server/domains/cases/rules/own.ts';",
    };
    const rules = { publicFiles: { 'server/cases': ['cases.ts', 'rules/own.ts'] } };
    expect(problems(wired, rules)).toEqual([
      'named as public, but no other domain uses it: server/cases: rules/own.ts',
    ]);
  });
});

test('pairs of server domains that import each other are listed, and more than allowed are a problem', () => {
  const files = {
    'src/server/domains/cases/a.ts': "import type { B } from '../market/b.ts';",
    'src/server/domains/cases/c.ts': '',
    'src/server/domains/market/b.ts': '',
    'src/server/domains/market/d.ts': "import { c } from '../cases/c.ts';",
    'src/server/domains/tutors/e.ts': "import { c } from '../cases/c.ts';",
  };
  const publicFiles = { 'server/cases': ['c.ts'], 'server/market': ['b.ts'] };
  const allowed = inspectFiles(files, { publicFiles, allowedMutualPairs: 1 });
  expect(allowed).toMatchObject({ pairs: ['server/cases ↔ market'], problems: [] });
  expect(inspectFiles(files, { publicFiles, allowedMutualPairs: 0 }).problems).toEqual([
    '1 pairs of server domains import each other; 0 are allowed',
  ]);
});

test('a folder with more than 38 source files is a problem, one with more than 35 is listed; tests do not count', () => {
  const filled = (folder, count) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        [`${folder}/${at}.ts`, ''],
        [`${folder}/${at}.test.ts`, ''],
      ]).flat(),
    );
  const files = {
    ...filled('src/engine/a', 39),
    ...filled('src/engine/b', 38),
    ...filled('src/engine/c', 35),
  };
  expect(inspectFiles(files)).toMatchObject({
    problems: ['src/engine/a has 39 files; 38 are allowed'],
    folders: ['src/engine/a (39 files)', 'src/engine/b (38 files)'],
  });
});

test('small files that only one file of the folder imports are listed, except workers, route modules, long and shared files', () => {
  const long = 'x;\n'.repeat(40);
  const { small } = inspectFiles({
    'src/engine/main.ts': [
      ...['small', 'long', 'shared', 'worker', 'route', 'deep/other'].map((name) => `import './${name}.ts';`),
      "new Worker(new URL('./worker.ts', import.meta.url));",
    ].join('\n'),
    'src/engine/second.ts': "import './shared.ts';",
    'src/engine/small.test.ts': "import './small.ts';",
    'src/engine/small.ts': 'x;\n',
    'src/engine/long.ts': long,
    'src/engine/shared.ts': '',
    'src/engine/worker.ts': '',
    'src/engine/route.ts': 'export default function Page() {}\n',
    'src/engine/deep/other.ts': '',
  });
  expect(small).toEqual(['src/engine/small.ts (1 lines) ← main.ts']);
});

describe('private parts of packages', () => {
  const open = { 'node_modules/open/package.json': '{}' };
  const closed = { 'node_modules/closed/package.json': '{ "exports": { "./a.js": "./a.js" } }' };

  test.each([
    ['a field', 'doc._root.data = 1;', '_root'],
    ['an optional field', 'doc?._root;', '_root'],
    ['a global', 'window.__reactRouterContext.close();', '__reactRouterContext'],
    ['a file of a package without exports', "import 'open/lib/inside.js';", 'open/lib/inside.js'],
    ['a required file', "createRequire(import.meta.url)('x'); require('open/a.js');", 'open/a.js'],
  ])('%s is a problem', (_kind, source, part) => {
    const files = { ...open, 'src/engine/a.ts': source };
    expect(problems(files)).toEqual([`private in a package: src/engine/a.ts uses ${part}`]);
  });

  test('comments, names with an underscore of our own and exported files are allowed', () => {
    const source = "// doc._root\nconst _own = 1;\nimport 'closed/a.js';\nimport 'open';\n/* x.__y */";
    expect(problems({ ...open, ...closed, 'src/engine/a.ts': source })).toEqual([]);
  });

  test('an exception has to be listed, and is a problem once it is not needed', () => {
    const files = { 'src/engine/a.ts': 'doc._root;', 'src/engine/b.ts': '' };
    const allowedPrivateParts = { 'src/engine/a.ts': 'why', 'src/engine/b.ts': 'why' };
    expect(problems(files, { allowedPrivateParts })).toEqual([
      'allowed to use private parts of a package, but uses none: src/engine/b.ts',
    ]);
  });
});
