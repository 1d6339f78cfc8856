import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { Side } from '#shared/interest.ts';
import { messageLength } from '#shared/rules/offer-rules.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ProblemNotice } from '#web/ui/feedback/notice.tsx';
import { Loading, Skeleton, SkeletonText } from '#web/ui/feedback/waiting.tsx';
import { CheckChoices } from '#web/ui/forms/choices.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { NumberInput, Textarea } from '#web/ui/forms/input.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { bestBlocks, blockWords, slotsOfBlocks, type TimeBlock, timeBlocks } from './time-blocks.ts';

export type AskAbout = {
  /** Who asks: a family invites, a tutor applies. */
  as: Side;
  caseId: number;
  listingId: number;
  /** How the other is called in the title. */
  name: string;
  /** What is chosen when the sheet opens; else the price of the case and no times. */
  first?: { price?: number | undefined; slots?: readonly WeeklySlot[] | undefined } | undefined;
};
type AskSheetProps = AskAbout & { open: boolean; onClose: () => void; onAsked?: (() => unknown) | undefined };

/** A fee with − and +, a line of one's own, and common times as chips. */
export default function AskSheet({ open, onClose, ...about }: AskSheetProps) {
  const t = useTranslate();
  const { as, caseId, listingId, name } = about;
  const isFamily = as === 'family';
  const facts = useRemote({
    key: `${caseId} ${listingId}`,
    read: (api) =>
      api('GET /api/users/interest_facts', { query: { case_id: caseId, listing_id: listingId } }),
    when: open,
  });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={isFamily ? t('ask.inviteTitle', { name }) : t('ask.applyTitle')}
      description={t(isFamily ? 'ask.inviteLead' : 'ask.applyLead')}
    >
      {facts.value ? (
        <Offer {...about} facts={facts.value} onClose={onClose} />
      ) : facts.problem === undefined ? (
        <Loading className="grid gap-4">
          <SkeletonText lines={2} />
          <Skeleton className="h-24" />
          <Skeleton className="h-11" />
        </Loading>
      ) : (
        <div className="grid justify-items-start gap-3">
          <p role="alert">{t('ask.failed')}</p>
          <Button onClick={() => void facts.reload()}>{t('ui.retry')}</Button>
        </div>
      )}
    </Sheet>
  );
}

type Facts = {
  common: WeeklySlot[];
  lesson_minutes: number;
  case_price: number | null;
  price_min: number;
  price_max: number;
  pending: number;
  pending_limit: number;
};
type OfferProps = Omit<AskSheetProps, 'open'> & { facts: Facts };

const step = 10;
const timesAtFirst = 4;
const [least, most] = [50, 5000];

function Offer({ as, caseId, listingId, first, facts, onClose, onAsked }: OfferProps) {
  const t = useTranslate();
  const toast = useToast();
  const isFamily = as === 'family';
  const [{ blocks, chosen: chosenFirst }] = useState(() =>
    timeBlocks(facts.common, first?.slots ?? [], facts.lesson_minutes),
  );
  const [chosen, setChosen] = useState<readonly string[]>(chosenFirst);
  const [price, setPrice] = useState<number | null>(() => {
    const offer = first?.price ?? facts.case_price ?? facts.price_min;
    // A family does not offer more than the tutor asks without meaning to.
    return isFamily ? Math.min(offer, facts.price_max) : offer;
  });
  const [message, setMessage] = useState('');
  const { busy, problem, run } = useAction({ refresh: true });
  const isFull = facts.pending >= facts.pending_limit;
  const wrong = price === null || price < least ? 'ask.tooLow' : price > most ? 'ask.tooHigh' : undefined;
  const by = (amount: number) => setPrice(Math.min(most, Math.max(least, (price ?? least) + amount)));
  const send = () => {
    if (wrong || price === null) return;
    const slots = slotsOfBlocks(blocks, chosen);
    const offer = {
      case_id: caseId,
      price,
      ...(slots.length > 0 && { slots }),
      ...(message.trim() !== '' && { message }),
    };
    return run(
      (api) =>
        api('POST /api/users/interest', {
          body: isFamily
            ? { action: 'invite', listing_id: listingId, ...offer }
            : { action: 'apply', ...offer },
        }),
      () => {
        toast.success(t(isFamily ? 'ask.sent' : 'ask.sentApply'));
        onClose();
        onAsked?.();
      },
    );
  };
  return (
    <div className="grid gap-5">
      <Field
        label={t('ask.fee')}
        error={wrong && t(wrong)}
        help={
          <>
            {price !== null && comparison(t, { price, isFamily, facts })}
            <span className="block">{t('ask.paid')}</span>
          </>
        }
      >
        <FeeInput price={price} onChange={setPrice} onStep={by} />
      </Field>
      <Field
        label={t('ask.line')}
        optional
        written={message}
        help={
          <span className="block text-right tabular-nums">
            {t('ask.lineCount', { count: message.length })}
          </span>
        }
      >
        <Textarea
          rows={3}
          maxLength={messageLength}
          value={message}
          placeholder={t(isFamily ? 'ask.linePlaceholderInvite' : 'ask.linePlaceholderApply')}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
      <Times blocks={blocks} chosen={chosen} onChange={setChosen} />
      <div className="-mx-5 -mb-5 sticky -bottom-5 z-10 grid gap-2 border-line border-t bg-sheet px-5 py-3">
        <ProblemNotice>{problem}</ProblemNotice>
        <p className={cx('text-sm', isFull ? 'text-amber' : 'text-ink-2')}>
          {t(pendingWords[as][isFull ? 'full' : 'some'], {
            count: facts.pending,
            limit: facts.pending_limit,
          })}
        </p>
        <Button
          variant="primary"
          className="w-full"
          loading={busy}
          disabled={wrong !== undefined || isFull}
          onClick={send}
        >
          {t(isFamily ? 'ask.sendInvite' : 'ask.sendApply')}
        </Button>
      </div>
    </div>
  );
}

const pendingWords = {
  family: { some: 'ask.pendingInvitations', full: 'ask.fullInvitations' },
  tutor: { some: 'ask.pendingApplications', full: 'ask.fullApplications' },
} as const;

type TimesProps = {
  blocks: readonly TimeBlock[];
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
};

/** A few times, on as many days as there are; the rest on request. */
function Times({ blocks, chosen, onChange }: TimesProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const [few] = useState(() => bestBlocks(blocks, chosen, timesAtFirst));
  const [hasAll, setHasAll] = useState(false);
  if (blocks.length === 0) return <p className="text-ink-2 text-sm">{t('ask.timesNone')}</p>;
  const shown = hasAll ? blocks : few;
  return (
    <div className="grid justify-items-start gap-1">
      <CheckChoices
        legend={t('ask.times')}
        help={t('ask.timesCommon')}
        value={chosen}
        onChange={onChange}
        layout="grid w-full grid-cols-2 gap-2"
        options={shown.map((block) => {
          const { day, time } = blockWords(block, locale);
          return {
            id: block.id,
            name: (
              <>
                <span className="whitespace-nowrap">{day}</span>{' '}
                <span className="whitespace-nowrap tabular-nums">{time}</span>
              </>
            ),
          };
        })}
      />
      {shown.length < blocks.length && (
        <Button variant="quiet" className="-ml-5" onClick={() => setHasAll(true)}>
          {t('ask.moreTimes', { count: blocks.length - shown.length })}
        </Button>
      )}
    </div>
  );
}

type FeeInputProps = {
  price: number | null;
  onChange: (price: number | null) => void;
  onStep: (amount: number) => void;
};

function FeeInput({ price, onChange, onStep }: FeeInputProps) {
  const t = useTranslate();
  return (
    <div className="flex items-center gap-2">
      <Button aria-label={t('ask.less')} className="shrink-0 px-3" onClick={() => onStep(-step)}>
        <Minus className="size-5" />
      </Button>
      <NumberInput
        value={price}
        onChange={onChange}
        before="HK$"
        after={t('ask.perHour')}
        className="min-w-0 grow"
      />
      <Button aria-label={t('ask.more')} className="shrink-0 px-3" onClick={() => onStep(step)}>
        <Plus className="size-5" />
      </Button>
    </div>
  );
}

type Compared = { price: number; isFamily: boolean; facts: Facts };

/** How the fee differs from what the case offers, and from what the tutor asks. */
function comparison(t: ReturnType<typeof useTranslate>, { price, isFamily, facts }: Compared) {
  const { case_price, price_min, price_max } = facts;
  if (isFamily && price < price_min)
    return t('ask.belowLeast', { least: price_min, amount: price_min - price });
  if (!isFamily && price < price_min)
    return t('ask.belowMyLeast', { least: price_min, amount: price_min - price });
  if (isFamily && price > price_max)
    return t('ask.aboveMost', { most: price_max, amount: price - price_max });
  if (isFamily && case_price !== null && price === price_max && price < case_price)
    return t('ask.tutorsMost', { amount: case_price - price });
  if (case_price === null) return null;
  if (price === case_price) return t('ask.asOffered');
  return t(price > case_price ? 'ask.aboveOffer' : 'ask.belowOffer', {
    amount: Math.abs(price - case_price),
  });
}
