import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import { markSeen } from '#server/domains/messages/notices.ts';
import { bindCalls } from '#server/ground/http/calls.ts';
import { eraserCalls } from '#shared/eraser/eraser.ts';
import { eraserFileCalls } from '#shared/eraser/files.ts';
import { openBrush } from './brush.ts';
import { beginExport, exportView, ownExport } from './exports.ts';
import { openFileCache } from './file-cache.ts';
import { cancelPage, changePage, deletePage, goToVersion, listVersions, runPage } from './pages.ts';
import { servePictures } from './picture-routes.ts';
import { savePracticeTime, startPractice } from './practices.ts';
import { changeRecord, checkTags, deleteRecords, listRecords, restore } from './records.ts';
import { openStrengths } from './strengths.ts';
import { cancelTask, createTask, listTasks, readTask, retryTask } from './tasks.ts';
import type { EraserParts } from './tools.ts';
import { createUploads } from './uploads.ts';
import { ownRecord, readPage, recordDetail } from './views.ts';

export const eraserRoutes: FastifyPluginAsync<EraserParts> = async (app, parts) => {
  const { database, quota, reference } = parts;
  const { db, transaction } = database;
  // Registered in this plugin's scope only, so that other calls do not accept multipart bodies.
  await app.register(multipart);
  const cache = openFileCache(parts);
  const uploads = createUploads(parts, cache);
  const brush = openBrush(parts);
  const switchStrength = openStrengths(parts);

  bindCalls(app, eraserFileCalls, {
    'POST /api_ai/eraser/cache_file': ({ body, file, visitor: { session, locale } }) =>
      cache.addBytes(file, body.sha256, { userId: session.userId, name: body.name, locale }),
    'POST /api_ai/eraser/upload': ({ body, visitor }) => uploads.begin(visitor.session.userId, body),
    'POST /api_ai/eraser/upload/{id}/chunk': ({ params, body, file, visitor: { session, locale } }) =>
      uploads.chunk(session.userId, params.id, { offset: body.offset, bytes: file }, locale),
    'POST /api_ai/eraser/export': async ({ body, visitor: { session, locale } }) =>
      exportView(await transaction((tx) => beginExport(tx, session.userId, body, locale))),
    'GET /api_ai/eraser/export/{id}': async ({ params, visitor }) =>
      exportView(await ownExport(db, visitor.session.userId, params.id)),
  });

  bindCalls(app, eraserCalls, {
    'POST /api_ai/eraser/erase_trace_task': async ({ body, visitor: { session, locale } }) => {
      await checkTags(reference, body.tags ?? {}, locale, 'tags.');
      const id = await transaction((tx) => createTask(tx, quota, session.userId, body, locale));
      return readTask(db, session.userId, id, locale);
    },
    'GET /api_ai/eraser/erase_trace_task': async ({ query: { task_id }, visitor: { session, locale } }) => {
      const list =
        task_id === undefined
          ? await listTasks(db, session.userId, locale)
          : [await readTask(db, session.userId, task_id, locale)];
      const ended = list.filter(({ status }) => status !== 'running').map(({ id }) => id);
      await markSeen(database, session.userId, { kind: 'paper_ready', param: 'task', ids: ended });
      return { list };
    },
    'POST /api_ai/eraser/erase_trace_task/{id}/cancel': async ({ params, visitor: { session, locale } }) => {
      await transaction((tx) => cancelTask(tx, quota, session.userId, params.id));
      return readTask(db, session.userId, params.id, locale);
    },
    'POST /api_ai/eraser/erase_trace_task/{id}/retry': async ({ params, visitor: { session, locale } }) => {
      await transaction((tx) => retryTask(tx, quota, session.userId, params.id));
      return readTask(db, session.userId, params.id, locale);
    },

    'GET /api_ai/eraser/erase_trace_record/': ({ query, visitor }) =>
      listRecords(db, visitor.session.userId, query),
    'GET /api_ai/eraser/erase_trace_record/{id}/': async ({ params, visitor: { session, locale } }) =>
      recordDetail(db, await ownRecord(db, session.userId, params.id), locale),
    'PUT /api_ai/eraser/erase_trace_record/{id}/': async ({ params, body, visitor: { session, locale } }) => {
      await checkTags(reference, body, locale);
      const record = await transaction((tx) => changeRecord(tx, session.userId, params.id, body));
      return recordDetail(db, record, locale);
    },
    'DELETE /api_ai/eraser/erase_trace_record/{id}/': ({ params, visitor }) =>
      transaction((tx) => deleteRecords(tx, quota, visitor.session.userId, [params.id])),
    'DELETE /api_ai/eraser/batch_delete': async ({ query: { records }, visitor }) => {
      await transaction((tx) => deleteRecords(tx, quota, visitor.session.userId, records));
      return { deleted: records };
    },
    'POST /api_ai/eraser/restore': ({ body, visitor }) =>
      transaction((tx) => restore(tx, visitor.session.userId, body)),

    'PUT /api_ai/eraser/image_record/{id}/': async ({ params, body, visitor: { session, locale } }) => {
      await transaction((tx) => changePage(tx, session.userId, params.id, body));
      return readPage(db, session.userId, params.id, locale);
    },
    'DELETE /api_ai/eraser/image_record/{id}/': ({ params, visitor }) =>
      transaction((tx) => deletePage(tx, quota, visitor.session.userId, params.id)),
    'POST /api_ai/eraser/image_record/{id}/run': async ({ params, body, visitor: { session, locale } }) => {
      await transaction((tx) => runPage(tx, quota, session.userId, params.id, body));
      return readPage(db, session.userId, params.id, locale);
    },
    'POST /api_ai/eraser/image_record/{id}/cancel': async ({ params, visitor: { session, locale } }) => {
      await transaction((tx) => cancelPage(tx, quota, session.userId, params.id));
      return readPage(db, session.userId, params.id, locale);
    },
    'GET /api_ai/eraser/image_record/{id}/versions': ({ params, visitor }) =>
      listVersions(db, visitor.session.userId, params.id),
    'PUT /api_ai/eraser/image_record/{id}/version': async ({
      params,
      body,
      visitor: { session, locale },
    }) => {
      await transaction((tx) => goToVersion(tx, session.userId, params.id, body.number));
      return readPage(db, session.userId, params.id, locale);
    },
    'PUT /api_ai/eraser/image_record/{id}/strength': async ({
      params,
      body,
      visitor: { session, locale },
    }) => {
      await switchStrength(session.userId, params.id, body.strength);
      return readPage(db, session.userId, params.id, locale);
    },
    'POST /api_ai/eraser/image_record/{id}/brush': async ({
      params,
      body,
      file,
      visitor: { session, locale },
    }) => {
      await brush(session.userId, params.id, { from: body.from, mask: file }, locale);
      return readPage(db, session.userId, params.id, locale);
    },

    'POST /api_ai/eraser/erase_trace_record/{id}/practise': ({ params, visitor }) =>
      transaction((tx) => startPractice(tx, visitor.session.userId, params.id)),
    'PUT /api_ai/eraser/practice/{id}': ({ params, body, visitor }) =>
      transaction((tx) => savePracticeTime(tx, visitor.session.userId, params.id, body)),
  });

  servePictures(app, parts);
};
