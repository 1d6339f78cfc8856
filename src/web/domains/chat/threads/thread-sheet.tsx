import type { LucideIcon } from 'lucide-react';
import Download from 'lucide-react/icons/download';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import Share2 from 'lucide-react/icons/share-2';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { Thread } from '#shared/chat/chat.ts';
import { chatLimits } from '#shared/chat/limits.ts';
import { saveFile } from '#web/ground/api/save-file.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { threadsChanged } from './changed.ts';
import { SharePart } from './share-part.tsx';

type ThreadSheetProps = {
  open: boolean;
  onClose: () => void;
  thread: Thread;
  onRenamed: (title: string) => void;
  onPrint?: (() => void) | undefined;
};

export default function ThreadSheet({ open, onClose, thread, onRenamed, onPrint }: ThreadSheetProps) {
  const t = useTranslate();
  const [part, setPart] = useState<'menu' | 'rename' | 'share'>('menu');
  useEffect(() => {
    if (open) setPart('menu');
  }, [open]);
  const { save, remove } = useThreadActions(thread, onClose);
  const titles = { menu: t('chat.menu.title'), rename: t('chat.menu.rename'), share: t('chat.menu.share') };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={titles[part]}
      description={part === 'menu' ? thread.title || t('chat.new') : undefined}
    >
      {part === 'menu' && (
        <ul className="grid">
          <Row icon={Pencil} label={t('chat.menu.rename')} onClick={() => setPart('rename')} />
          <Row icon={Share2} label={t('chat.menu.share')} onClick={() => setPart('share')} />
          <Row icon={Download} label={t('chat.menu.pdf')} onClick={() => save('pdf')} />
          <Row icon={Download} label={t('chat.menu.markdown')} onClick={() => save('md')} />
          {onPrint && (
            <Row
              icon={Printer}
              label={t('chat.menu.print')}
              onClick={() => {
                onClose();
                onPrint();
              }}
            />
          )}
          <Row icon={Trash2} label={t('chat.menu.delete')} onClick={remove} isDestructive />
        </ul>
      )}
      {part === 'rename' && (
        <RenameForm
          thread={thread}
          onRenamed={(title) => {
            onRenamed(title);
            threadsChanged();
            onClose();
          }}
        />
      )}
      {part === 'share' && <SharePart thread={thread} />}
    </Sheet>
  );
}

const exportApiCalls = {
  md: 'GET /api_ai/chat_ai/threads/{id}/export',
  pdf: 'GET /api_ai/chat_ai/threads/{id}/export_pdf',
} as const;

type RowProps = { icon: LucideIcon; label: string; onClick: () => void; isDestructive?: boolean };

function Row({ icon: Drawing, label, onClick, isDestructive = false }: RowProps) {
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        onClick={onClick}
        className={`flex min-h-12 w-full cursor-pointer items-center gap-3 rounded px-2 text-left hover:bg-paper-2 ${isDestructive ? 'text-seal' : ''}`}
      >
        <Drawing size="1.125rem" />
        {label}
      </button>
    </li>
  );
}

function useThreadActions(thread: Thread, onClose: () => void) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run } = useAction({ toast: true });
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { href, path } = useShell();
  const params = { id: thread.id };

  const save = (kind: keyof typeof exportApiCalls) =>
    run(
      (api) => api(exportApiCalls[kind], { params }),
      (file) => {
        saveFile(`mingshi-${thread.id}.${kind}`, file);
        onClose();
      },
    );
  const remove = async () => {
    onClose();
    const isSure = await ask({
      title: t('chat.remove.title'),
      message: t('chat.remove.text', { title: thread.title || t('chat.new') }),
      confirmLabel: t('chat.remove.confirm'),
      cancelLabel: t('chat.cancel'),
    });
    if (!isSure) return;
    const done = await run(
      (api) => api('DELETE /api_ai/chat_ai/threads/{id}', { params }),
      t('chat.remove.done'),
    );
    if (!done) return;
    threadsChanged();
    if (path.endsWith(`/${thread.id}`)) await navigate(href(`/${thread.path_name}`), { replace: true });
    else await revalidate();
  };
  return { save, remove };
}

type RenameFormProps = { thread: Thread; onRenamed: (title: string) => void };

function RenameForm({ thread, onRenamed }: RenameFormProps) {
  const t = useTranslate();
  const { busy, problem, run, refuse } = useAction();
  const [title, setTitle] = useState(thread.title);
  const save = async () => {
    if (title.trim() === '') return refuse(t('chat.menu.titleNeeded'));
    await run(
      (api) =>
        api('PUT /api_ai/chat_ai/threads/{id}', { params: { id: thread.id }, body: { title: title.trim() } }),
      (renamed) => onRenamed(renamed.title),
    );
  };
  return (
    <SendForm onSend={save} className="grid gap-4">
      <Field label={t('chat.menu.newTitle')} error={problem}>
        <Input
          data-autofocus
          value={title}
          maxLength={chatLimits.title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" loading={busy}>
        {t('chat.menu.saveTitle')}
      </Button>
    </SendForm>
  );
}
