import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { CallData } from '#shared/call.ts';
import type { chatOperatorCalls, OperatorAssistant } from '#shared/chat/operator.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AssistantForm } from './assistant-form.tsx';
import { ChatSpendTable } from './chat-spend-table.tsx';
import { ConsoleError } from './console-error.tsx';
import { consoleData, consoleMeta } from './console-loader.ts';
import { ConsolePage } from './console-page.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { HelpLineList } from './help-line-list.tsx';

type Assistants = CallData<(typeof chatOperatorCalls)['GET /api/operator/assistants']>;

export function loader(args: LoaderFunctionArgs) {
  return consoleData(args, async (api) => ({
    assistants: await api('GET /api/operator/assistants'),
    spend: await api('GET /api/operator/chat_spend'),
    helpLines: await api('GET /api/operator/help_lines'),
  }));
}

export const meta = consoleMeta('assistants');
export const ErrorBoundary = ConsoleError;

export default function AssistantsPage() {
  const t = useTranslate();
  const loaded = useLoaderData<typeof loader>();
  return (
    <ConsolePage loaded={loaded} part="assistants">
      {({ assistants, spend, helpLines }) => (
        <div className="grid gap-6">
          {assistants.endpoints.length === 1 && <Notice>{t('operator.assistants.builtInOnly')}</Notice>}
          <List {...assistants} />
          <HelpLineList list={helpLines.list} />
          <ChatSpendTable {...spend} />
        </div>
      )}
    </ConsolePage>
  );
}

function List({ list, endpoints }: Assistants) {
  const t = useTranslate();
  const { locale } = useShell();
  const [open, setOpen] = useState<number>();
  const edited = list.find(({ id }) => id === open);
  const columns: Column<OperatorAssistant>[] = [
    {
      head: t('operator.assistants.name'),
      lead: true,
      cell: ({ name, path_name }) => (
        <span>
          {name[locale]} <span className="text-ink-2">/{path_name}</span>
        </span>
      ),
    },
    {
      head: t('operator.assistants.who'),
      cell: ({ is_login_required, trial_count, is_hidden_domestic }) => (
        <span className="flex flex-wrap gap-1.5">
          <Chip>
            {is_login_required || trial_count === 0
              ? t('operator.assistants.login')
              : t('operator.assistants.trials', { count: trial_count })}
          </Chip>
          {is_hidden_domestic && <Chip tone="amber">{t('operator.assistants.hiddenDomestic')}</Chip>}
        </span>
      ),
    },
    {
      head: t('operator.assistants.endpoints'),
      wide: true,
      cell: ({ endpoints, unknown_endpoints }) => (
        <span className="flex flex-wrap gap-1.5">
          {endpoints.length === 0 && t('operator.assistants.allEndpoints')}
          {endpoints.map((name) => (
            <Chip key={name} {...(unknown_endpoints.includes(name) && { tone: 'seal' as const })}>
              {name}
              {unknown_endpoints.includes(name) && ` · ${t('operator.assistants.notConfigured')}`}
            </Chip>
          ))}
        </span>
      ),
    },
    {
      head: t('operator.assistants.shown'),
      cell: ({ is_shown }) => (
        <Chip tone={is_shown ? 'jade' : 'amber'}>
          {t(is_shown ? 'operator.assistants.isShown' : 'operator.assistants.isHidden')}
        </Chip>
      ),
    },
    {
      head: t('operator.assistants.edit'),
      cell: ({ id, name }) => (
        <Button
          size="compact"
          aria-label={t('operator.assistants.editOf', { name: name[locale] })}
          onClick={() => setOpen(id)}
        >
          {t('operator.assistants.edit')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <ConsoleTable
        caption={t('operator.assistants.title')}
        rows={list}
        columns={columns}
        rowKey={({ id }) => id}
      />
      {edited && (
        <AssistantForm
          key={edited.id}
          assistant={edited}
          configured={endpoints}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
