import { expect, it } from 'vitest';
import { letGo } from './let-go.ts';

it('frees what nobody holds, shared memory too', async () => {
  const held = new SharedArrayBuffer(1024);
  const over = new WeakRef(new SharedArrayBuffer(1024));
  await letGo();
  expect(over.deref()).toBeUndefined();
  expect(held.byteLength).toBe(1024);
});
