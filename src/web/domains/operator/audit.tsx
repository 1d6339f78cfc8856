import { useEffect, useRef } from 'react';
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { AuditEntry } from '#shared/operator.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DeskDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta, idParam, pageNumber } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { plainValue } from './format.ts';
import { Paging, Timestamp, UserLink, wordFor } from './parts.tsx';

const path = '/operator/audit';

type Filter = { about_user: number | undefined; operator_id: number | undefined };

export function loader(args: LoaderFunctionArgs) {
  const filter: Filter = {
    about_user: idParam(args.url, 'about_user'),
    operator_id: idParam(args.url, 'operator_id'),
  };
  return consoleData(args, async (api) => ({
    filter,
    entries: await api('GET /api/operator/audit', { query: { ...filter, page: pageNumber(args.url) } }),
  }));
}

export const meta = consoleMeta('audit');
export const ErrorBoundary = ConsoleError;

export default function AuditPage() {
  const t = useTranslate();
  const { href } = useShell();
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage loaded={loaded} part="audit" tools={({ filter }) => <FilterForm filter={filter} />}>
      {({ filter, entries }) =>
        entries.list.length === 0 ? (
          <EmptyState
            drawing={<DeskDrawing />}
            title={t('operator.audit.emptyTitle')}
            text={t('operator.audit.emptyText')}
            action={<ButtonLink to={href(path)}>{t('operator.audit.clear')}</ButtonLink>}
          />
        ) : (
          <>
            <ConsoleTable
              caption={t('operator.audit.title')}
              columns={columnsOf(t)}
              rows={entries.list}
              rowKey={({ id }) => id}
            />
            <Paging path={path} query={filter} list={entries} />
          </>
        )
      }
    </ConsolePage>
  );
}

function FilterForm({ filter }: { filter: Filter }) {
  const t = useTranslate();
  const { href } = useShell();
  const filtered = filter.about_user !== undefined || filter.operator_id !== undefined;
  return (
    <search aria-label={t('operator.audit.filter')}>
      <Form
        action={href(path)}
        className="flex flex-wrap items-end gap-3 rounded-card border border-line bg-sheet p-4"
      >
        <IdBox name="about_user" label={t('operator.audit.aboutUser')} value={filter.about_user} />
        <IdBox name="operator_id" label={t('operator.audit.byOperator')} value={filter.operator_id} />
        <Button type="submit">{t('operator.audit.apply')}</Button>
        {filtered && (
          <ButtonLink variant="quiet" to={href(path)}>
            {t('operator.audit.clear')}
          </ButtonLink>
        )}
      </Form>
    </search>
  );
}

/** Follows the URL, also when a link or the back button changed it. */
function IdBox({ name, label, value }: { name: keyof Filter; label: string; value: number | undefined }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.value = String(value ?? '');
  }, [value]);
  return (
    <Field label={label} className="min-w-0 flex-1 basis-32 lg:max-w-56">
      <Input
        ref={box}
        name={name}
        defaultValue={value}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        className="tabular-nums"
      />
    </Field>
  );
}

const paramWords = (t: ReturnType<typeof useTranslate>, name: string, value: string) =>
  `${wordFor(t, `operator.audit.params.${name}`, name)} ${wordFor(t, `operator.audit.values.${value}`, value)}`;

const columnsOf = (t: ReturnType<typeof useTranslate>): Column<AuditEntry>[] => [
  { head: t('operator.audit.at'), numeric: true, cell: ({ at }) => <Timestamp at={at} /> },
  {
    head: t('operator.audit.action'),
    cell: ({ action }) => (
      <span className="font-semibold">{wordFor(t, `operator.audit.actions.${action}`, action)}</span>
    ),
  },
  {
    head: t('operator.audit.operator'),
    cell: ({ operator_id }) =>
      operator_id === null ? t('operator.machine') : t('operator.operatorNo', { id: operator_id }),
  },
  { head: t('operator.audit.about'), cell: ({ about_user }) => <UserLink id={about_user} /> },
  {
    head: t('operator.audit.more'),
    wide: true,
    cell: ({ params }) =>
      Object.entries(params)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => paramWords(t, name, plainValue(value)))
        .join(' · ') || '—',
  },
];
