import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { OperatorUser } from '#shared/operator.ts';
import type { Ban } from '#shared/safety/standing.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Card } from '#web/ui/card.tsx';
import { FindDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { BanForm } from './ban-form.tsx';
import { BanList } from './ban-list.tsx';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta, pageNumber } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { FindUser } from './find-user.tsx';
import { Choices, ConsoleLink, Paging, Timestamp } from './parts.tsx';
import { identityName, UserStatus } from './user-words.tsx';

const path = '/operator/users';
type ListOf<Item> = { list: Item[]; total: number; page: number; page_size: number };
type Shown = { users: ListOf<OperatorUser>; bans: undefined } | { users: undefined; bans: ListOf<Ban> };

export function loader(args: LoaderFunctionArgs) {
  const query = { page: pageNumber(args.url) };
  return consoleData(args, async (api): Promise<Shown> => {
    if (args.url.searchParams.get('view') === 'bans')
      return { users: undefined, bans: await api('GET /api/operator/bans', { query }) };
    return { users: await api('GET /api/operator/users', { query }), bans: undefined };
  });
}

export const meta = consoleMeta('users');
export const ErrorBoundary = ConsoleError;

export default function UsersPage() {
  const t = useTranslate();
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage
      loaded={loaded}
      part="users"
      tools={({ bans }) => (
        <div className="grid gap-4">
          <FindUser />
          <Choices
            label={t('operator.users.views')}
            choices={[
              { key: 'newest', label: t('operator.users.newest'), to: path, current: !bans },
              {
                key: 'bans',
                label: t('operator.users.banList'),
                to: `${path}?view=bans`,
                current: Boolean(bans),
              },
            ]}
          />
        </div>
      )}
    >
      {({ users, bans }) => (users ? <Newest users={users} /> : <Bans bans={bans} />)}
    </ConsolePage>
  );
}

function Newest({ users }: { users: ListOf<OperatorUser> }) {
  const t = useTranslate();
  if (users.list.length === 0)
    return (
      <EmptyState
        drawing={<FindDrawing />}
        title={t('operator.users.emptyTitle')}
        text={t('operator.users.emptyText')}
      />
    );
  const columns: Column<OperatorUser>[] = [
    {
      head: t('operator.users.name'),
      lead: true,
      wide: true,
      cell: ({ id, name }) => (
        <ConsoleLink to={`${path}/${id}`}>
          <span className="font-semibold">{name || t('operator.users.unnamed')}</span>
        </ConsoleLink>
      ),
    },
    { head: t('operator.users.id'), numeric: true, cell: ({ id }) => id },
    { head: t('operator.users.mobileMasked'), numeric: true, cell: ({ mobile }) => mobile || '—' },
    { head: t('operator.users.identity'), cell: ({ last_identity }) => identityName(t, last_identity) },
    { head: t('operator.users.status'), cell: (user) => <UserStatus user={user} /> },
    {
      head: t('operator.users.joined'),
      numeric: true,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
  ];
  return (
    <>
      <ConsoleTable
        caption={t('operator.users.newest')}
        columns={columns}
        rows={users.list}
        rowKey={({ id }) => id}
      />
      <Paging path={path} list={users} />
    </>
  );
}

function Bans({ bans }: { bans: ListOf<Ban> }) {
  const t = useTranslate();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div>
        {bans.list.length === 0 ? (
          <EmptyState title={t('operator.bans.emptyTitle')} text={t('operator.bans.emptyText')} />
        ) : (
          <>
            <BanList bans={bans.list} withUser />
            <Paging path={path} query={{ view: 'bans' }} list={bans} />
          </>
        )}
      </div>
      <Card as="section">
        <h2 className="text-lg">{t('operator.bans.banNumber')}</h2>
        <p className="mt-1 mb-4 text-ink-2 text-sm">{t('operator.bans.banNumberText')}</p>
        <BanForm />
      </Card>
    </div>
  );
}
