import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashOf, staleInstall } from './setup.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mingshi-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('staleInstall', () => {
  const locked = {
    '': { version: '0.1.0' },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/sharp-darwin': { version: '1.0.0', optional: true },
  };
  const write = (lockedPackages, installedPackages) => {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: lockedPackages }));
    if (!installedPackages) return;
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    const hidden = join(folder, 'node_modules/.package-lock.json');
    writeFileSync(hidden, JSON.stringify({ packages: installedPackages }));
  };

  test('accepts a matching install, also without optional packages of other platforms', () => {
    write(locked, { 'node_modules/pg': { version: '8.0.0' } });
    expect(staleInstall(folder)).toBeUndefined();
  });

  test('reports a missing folder, a missing package and a wrong version, also of an optional package', () => {
    write(locked);
    expect(staleInstall(folder)).toBe('node_modules is missing');
    write(locked, {});
    expect(staleInstall(folder)).toBe('node_modules/pg is missing');
    write(locked, { 'node_modules/pg': { version: '7.0.0' } });
    expect(staleInstall(folder)).toBe('node_modules/pg is not at 8.0.0');
    write(locked, {
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/sharp-darwin': { version: '0.9.0' },
    });
    expect(staleInstall(folder)).toBe('node_modules/sharp-darwin is not at 1.0.0');
  });
});

describe('hashOf', () => {
  const hash = () => hashOf(['src', 'absent', 'lock.json'], folder);
  beforeEach(() => {
    mkdirSync(join(folder, 'src/deep'), { recursive: true });
    writeFileSync(join(folder, 'src/deep/a.ts'), 'a');
    writeFileSync(join(folder, 'lock.json'), '{}');
  });

  test('is the same for the same names and contents in another folder', () => {
    const before = hash();
    const elsewhere = join(folder, 'elsewhere');
    cpSync(join(folder, 'src'), join(elsewhere, 'src'), { recursive: true });
    cpSync(join(folder, 'lock.json'), join(elsewhere, 'lock.json'));
    expect(hashOf(['src', 'absent', 'lock.json'], elsewhere)).toBe(before);
  });

  test.each([
    ['a changed file', () => writeFileSync(join(folder, 'src/deep/a.ts'), 'b')],
    ['a new file', () => writeFileSync(join(folder, 'src/b.ts'), '')],
    [
      'a renamed file',
      () => cpSync(join(folder, 'src/deep'), join(folder, 'src/shallow'), { recursive: true }),
    ],
    ['a deleted file', () => rmSync(join(folder, 'src/deep/a.ts'))],
  ])('changes with %s', (_name, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });
});
