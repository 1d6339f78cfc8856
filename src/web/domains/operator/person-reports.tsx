import { useState } from 'react';
import type { ReadMessage, ReportKind } from '#shared/safety/reports.ts';
import type { Api } from '#web/ground/api/api.ts';
import { fetchFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useObjectUrl } from '#web/ui/use-object-url.ts';
import { Problem, Timestamp, UserLink } from './parts.tsx';

type PersonReport = {
  id: number;
  by: number;
  kind: ReportKind;
  words: string;
  reported_at: string;
  is_open: boolean;
  messages: number;
  is_readable: boolean;
  pictures: number[];
};

/** What people reported, in their words and pictures; messages are opened one report at a time. */
export function PersonReports({ reports }: { reports: PersonReport[] }) {
  const t = useTranslate();
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{t('operator.reports.title', { count: reports.length })}</h2>
      {reports.map((report) => (
        <Card as="article" key={report.id} className="grid gap-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Chip tone={report.kind === 'child_safety' ? 'seal' : 'neutral'}>
              {t(`report.kinds.${report.kind}`)}
            </Chip>
            <UserLink id={report.by} />
            <Timestamp at={report.reported_at} />
            {!report.is_open && <Chip tone="jade">{t('operator.queue.decided')}</Chip>}
          </p>
          <p className="whitespace-pre-line break-words">{report.words || '—'}</p>
          {report.pictures.length > 0 && (
            <ul className="grid gap-2">
              {report.pictures.map((id, at) => (
                <li key={id}>
                  <LoggedFile
                    path={`/api/operator/report_pictures/${id}`}
                    mediaType="image/webp"
                    number={at + 1}
                  />
                </li>
              ))}
            </ul>
          )}
          {report.is_readable && <ReadPart report={report} />}
        </Card>
      ))}
    </section>
  );
}

/** Loaded on request only, since every access is recorded. */
function LoggedFile({ path, mediaType, number }: { path: string; mediaType: string; number: number }) {
  const t = useTranslate();
  const { root } = useShell();
  const { busy, problem, run } = useAction();
  const [content, setContent] = useState<Blob>();
  const url = useObjectUrl(content);
  const look = () =>
    run((api) => fetchLogged(api, `${root?.settings.apiBase ?? ''}${path}`, mediaType), setContent);
  return (
    <>
      <Problem>{problem}</Problem>
      {url && mediaType === 'application/pdf' ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', undefined, 'compact')}
        >
          PDF
        </a>
      ) : url ? (
        <img
          src={url}
          alt={t('operator.reports.picture', { number })}
          className="max-h-[75vh] w-full rounded-card border border-line bg-paper-2 object-contain"
        />
      ) : (
        <Button size="compact" loading={busy} onClick={() => void look()}>
          {t('operator.reports.openPicture', { number })}
        </Button>
      )}
    </>
  );
}

async function fetchLogged(api: Api, path: string, mediaType: string): Promise<Blob> {
  const response = await fetchFile(api, path, { cache: 'no-store' });
  // Shown under one of our URLs: as what we keep, whatever it claims to be.
  return new Blob([await response.arrayBuffer()], { type: mediaType });
}

/** The reported messages with a few around them. A reason has to be given first, and is logged. */
function ReadPart({ report: { id } }: { report: PersonReport }) {
  const t = useTranslate();
  const { busy, problem, fields, run, refuse } = useAction();
  const [reason, setReason] = useState('');
  const [messages, setMessages] = useState<ReadMessage[]>();
  const read = async () => {
    if (reason.trim() === '') return refuse({ reason: t('operator.reports.reasonNeeded') });
    await run(
      (api) => api('POST /api/operator/reports/{id}/reading', { params: { id }, body: { reason } }),
      ({ list }) => setMessages(list),
    );
  };
  if (messages)
    return (
      <ol aria-label={t('operator.reports.messages')} className="grid gap-2">
        {messages.map((message) => (
          <li
            key={message.id}
            className={cx(
              'rounded-card border px-3 py-2 text-sm',
              message.is_reported ? 'border-seal bg-seal-soft' : 'border-line',
            )}
          >
            <p className="flex flex-wrap gap-x-3 text-ink-2">
              {t(`operator.reports.by.${message.by}`)}
              <Timestamp at={message.sent_at} />
              {message.is_reported && <span className="text-seal">{t('operator.reports.reported')}</span>}
            </p>
            {(message.text || message.files.length === 0) && (
              <p className="whitespace-pre-line break-words">{message.text || '—'}</p>
            )}
            {message.files.length > 0 && (
              <ul className="mt-2 grid gap-2">
                {message.files.map((file, at) => (
                  <li key={file.id}>
                    <LoggedFile
                      path={`/api/operator/reports/${id}/files/${file.id}`}
                      mediaType={file.media_type}
                      number={at + 1}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    );
  return (
    <SendForm onSend={read} className="grid gap-3 border-line border-t pt-3">
      <Problem>{problem}</Problem>
      <Field
        label={t('operator.reports.reason')}
        help={t('operator.reports.reasonHelp')}
        error={fields.reason}
      >
        <Input maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <Button type="submit" loading={busy} className="justify-self-start">
        {t('operator.reports.read')}
      </Button>
    </SendForm>
  );
}

export const isPersonReports = (value: unknown): value is PersonReport[] => Array.isArray(value);
