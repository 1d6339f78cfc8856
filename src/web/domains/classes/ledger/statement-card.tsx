import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { formatMonth, type Month } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import { feesPath } from '#shared/rules/tutoring-paths.ts';
import type { Api } from '#web/ground/api/api.ts';
import { fetchFile, saveFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { optionsHtml, Select } from '#web/ui/forms/select.tsx';
import { monthBack, monthChoices, monthId, monthsUpTo } from './months.ts';

type StatementCardProps = {
  classes: readonly { id: number; name: string }[];
  /** The latest month that may contain lessons. */
  latest: Month;
  /** What the address names. */
  asked: { classId: number | null; month: Month | null };
};

/** Downloads one month of a class as a file. */
export function StatementCard({ classes, latest, asked }: StatementCardProps) {
  const t = useTranslate();
  const { href, locale } = useShell();
  const [classId, setClassId] = useState(asked.classId ?? classes[0]?.id);
  const [chosen, setChosen] = useState(asked.month ?? latest);
  const cls = classes.find(({ id }) => id === classId) ?? classes[0];
  if (!cls) return null;
  return (
    <Card as="section" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">{t('classes.statement.title')}</h2>
      <p className="text-ink-2 text-sm">{t('classes.statement.text')}</p>
      {classes.length > 1 && (
        <Field label={t('classes.which')}>
          <Select
            value={cls.id}
            onChange={(event) => setClassId(Number(event.target.value))}
            options={optionsHtml(classes)}
          />
        </Field>
      )}
      <Field label={t('classes.month')}>
        <Select
          value={monthId(chosen)}
          onChange={({ target }) => setChosen(monthBack(target.value) ?? latest)}
          options={optionsHtml(monthChoices(monthsUpTo(latest), locale))}
        />
      </Field>
      <StatementButtons classId={cls.id} month={chosen} />
      <ButtonLink to={href(feesPath(chosen, { classId: cls.id }))} className="justify-self-start">
        {t('classes.statement.fees')}
      </ButtonLink>
    </Card>
  );
}

export function StatementButtons({ classId, month }: { classId: number; month: Month }) {
  const t = useTranslate();
  const { root, locale } = useShell();
  const { busy, problem, run } = useAction();
  const [kind, setKind] = useState<StatementKind>();
  const download = (requested: StatementKind) => {
    setKind(requested);
    return run((api) =>
      downloadStatement(api, {
        base: root?.settings.apiBase ?? '',
        locale,
        classId,
        month,
        kind: requested,
      }),
    );
  };
  return (
    <>
      <ProblemNotice>{problem}</ProblemNotice>
      <div className="flex flex-wrap gap-2">
        {statementKinds.map((one) => (
          <Button key={one} loading={busy && kind === one} onClick={() => download(one)}>
            <Download className="size-4" />
            {t(`classes.statement.${one}`, { month: formatMonth(month, locale) })}
          </Button>
        ))}
      </div>
    </>
  );
}

const statementKinds = ['pdf', 'csv'] as const;
type StatementKind = (typeof statementKinds)[number];
type StatementRequest = { base: string; locale: Locale; classId: number; month: Month; kind: StatementKind };

async function downloadStatement(api: Api, { base, locale, classId, month, kind }: StatementRequest) {
  const url = `${base}/api/users/classes/${classId}/statement.${kind}?month=${month}`;
  const response = await fetchFile(api, url, { headers: { 'accept-language': locale } });
  saveFile(`mingshi-${classId}-${month}.${kind}`, await response.blob());
}
