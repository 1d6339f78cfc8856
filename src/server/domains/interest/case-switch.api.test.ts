import { expect, test } from 'vitest';
import type { Person } from '#tests/callers.ts';
import { marketOf, match } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';

const market = marketOf(await serve());
const { call, family, tutor, apply, invite, accept, noticeKindsOf: toldTo, statusOf } = market;
const offline = (person: Person, id: number) => call(person, `PUT /api/users/case_offline/${id}`);
const online = (person: Person, id: number) => call(person, `PUT /api/users/case_online/${id}`);

test('the owner can take a case offline and back online repeatedly', async () => {
  const owner = await family();
  const id = owner.caseId;
  expect((await offline(owner, id)).data).toEqual({ id, status: 2 });
  expect((await offline(owner, id)).data).toEqual({ id, status: 2 });
  expect((await online(owner, id)).data).toEqual({ id, status: 1 });
  expect((await online(owner, id)).data).toEqual({ id, status: 1 });
});

test('another family’s case is answered like a case that does not exist', async () => {
  const [owner, other] = [await family(), await family()];
  for (const put of [online, offline]) {
    const theirs = await put(other, owner.caseId);
    expect(theirs).toMatchObject({ status: 404, code: 1005 });
    expect(await put(other, 9_999_999)).toMatchObject({ code: 1005, message: theirs.message });
  }
  expect(await statusOf(owner.caseId)).toBe(1);
  expect(await call(undefined, `PUT /api/users/case_offline/${owner.caseId}`)).toMatchObject({ code: 3002 });
});

test('going offline closes pending requests and notifies their tutors', async () => {
  const [owner, applying, invited] = [await family(), await tutor(), await tutor()];
  const { data } = await apply(applying, owner);
  const { data: invitation } = await invite(owner, invited);
  await offline(owner, owner.caseId);
  expect(await toldTo(applying)).toEqual(['interest_closed']);
  expect(await toldTo(invited)).toEqual(['interest_invited', 'interest_closed']);
  expect(await accept(owner, data.id)).toMatchObject({ code: 2304 });
  expect(await accept(invited, invitation.id)).toMatchObject({ code: 2304 });
  expect(await apply(applying, owner)).toMatchObject({ status: 409, code: 2301 });
  expect(await invite(owner, invited)).toMatchObject({ code: 2301 });
  await online(owner, owner.caseId);
  expect(await apply(applying, owner)).toMatchObject({ code: 0 });
});

test('a matched or ended case can be put neither online nor offline', async () => {
  const [owner, chosen] = [await family(), await tutor()];
  const id = await match(market, owner, chosen);
  for (const put of [online, offline])
    expect(await put(owner, owner.caseId)).toMatchObject({ status: 409, code: 2201 });
  expect(await apply(await tutor(), owner)).toMatchObject({ status: 409, code: 2302 });
  await call(owner, `PUT /api/users/matches/${id}/end`, {});
  for (const put of [online, offline]) expect(await put(owner, owner.caseId)).toMatchObject({ code: 2201 });
  expect(await apply(await tutor(), owner)).toMatchObject({ code: 2301 });
});

test('going offline and an acceptance at the same time: exactly one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const [owner, applying] = [await family(), await tutor()];
    const { data } = await apply(applying, owner);
    const [went, accepted] = await Promise.all([offline(owner, owner.caseId), accept(owner, data.id)]);
    expect([went.code, accepted.code].sort()).toEqual(went.code === 0 ? [0, 2304] : [0, 2201]);
    expect(await statusOf(owner.caseId)).toBe(went.code === 0 ? 2 : 3);
  }
});
