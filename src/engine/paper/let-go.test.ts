import { expect, it } from 'vitest';
import { letGo } from './let-go.ts';

it('unreferenced shared memory is freed and referenced shared memory stays', async () => {
  const referenced = new SharedArrayBuffer(1024);
  const unreferenced = new WeakRef(new SharedArrayBuffer(1024));
  await letGo();
  expect(unreferenced.deref()).toBeUndefined();
  expect(referenced.byteLength).toBe(1024);
});
