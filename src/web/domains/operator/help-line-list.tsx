import { useState } from 'react';
import type { OperatorHelpLine } from '#shared/chat/operator.ts';
import { conflict } from '#shared/codes/numbers.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { type Column, ConsoleTable } from './console-table.tsx';
import { HelpLineForm } from './help-line-form.tsx';
import { Problem } from './parts.tsx';

/** The help lines that a child in need is shown. */
export function HelpLineList({ list }: { list: readonly OperatorHelpLine[] }) {
  const t = useTranslate();
  const { locale } = useShell();
  const ask = useMessageBox();
  const [open, setOpen] = useState<number | 'new'>();
  const { run, busy, problem } = useAction({
    refresh: true,
    messages: { [conflict]: t('operator.helpLines.stays') },
  });
  const remove = async (id: number) => {
    const confirmed = await ask({
      title: t('operator.helpLines.removeTitle'),
      confirmLabel: t('operator.helpLines.remove'),
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    await run(
      (api) => api('DELETE /api/operator/help_lines/{id}', { params: { id } }),
      t('operator.helpLines.removed'),
    );
  };
  const columns: Column<OperatorHelpLine>[] = [
    {
      head: t('operator.helpLines.name'),
      lead: true,
      cell: ({ name, phone, note }) => (
        <span>
          <span className="font-semibold tabular-nums">{phone}</span> {name[locale]}
          {note[locale] !== '' && <span className="block text-ink-2 text-sm">{note[locale]}</span>}
        </span>
      ),
    },
    {
      head: t('operator.helpLines.kinds'),
      wide: true,
      cell: ({ kinds, is_urgent }) => (
        <span className="flex flex-wrap gap-1.5">
          {is_urgent && <Chip tone="seal">{t('operator.helpLines.urgent')}</Chip>}
          {kinds.length === 0 && <Chip>{t('operator.helpLines.allKinds')}</Chip>}
          {kinds.map((kind) => (
            <Chip key={kind}>{t(`operator.helpLines.kind.${kind}`)}</Chip>
          ))}
        </span>
      ),
    },
    {
      head: t('operator.helpLines.edit'),
      cell: ({ id, phone }) => (
        <span className="flex flex-wrap gap-2">
          <Button
            size="compact"
            aria-label={t('operator.helpLines.editOf', { name: phone })}
            onClick={() => setOpen(id)}
          >
            {t('operator.helpLines.edit')}
          </Button>
          <Button size="compact" loading={busy} onClick={() => void remove(id)}>
            {t('operator.helpLines.remove')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{t('operator.helpLines.title')}</h2>
      <p className="text-ink-2 text-sm">{t('operator.helpLines.lead')}</p>
      <Problem>{problem}</Problem>
      <ConsoleTable
        caption={t('operator.helpLines.title')}
        rows={list}
        columns={columns}
        rowKey={({ id }) => id}
      />
      <Button className="justify-self-start" onClick={() => setOpen('new')}>
        {t('operator.helpLines.add')}
      </Button>
      {open !== undefined && (
        <HelpLineForm
          key={open}
          line={list.find(({ id }) => id === open)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}
