import { expect, it } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';

it('unreferenced shared memory is freed and referenced shared memory stays', async () => {
  const referenced = new SharedArrayBuffer(1024);
  const unreferenced = new WeakRef(new SharedArrayBuffer(1024));
  await collectGarbage();
  expect(unreferenced.deref()).toBeUndefined();
  expect(referenced.byteLength).toBe(1024);
});
