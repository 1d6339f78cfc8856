import { type ReactNode, useState } from 'react';
import { useToast } from '#web/ground/toast.ts';
import { Button, ButtonLink } from '../button.tsx';
import { Blocks, Card } from '../card.tsx';
import { Chip, ChipButton } from '../chip.tsx';
import {
  CalendarDrawing,
  DeskDrawing,
  DeskPoster,
  EraserDrawing,
  FindDrawing,
  LetterDrawing,
  TutorDrawing,
  VoiceDrawing,
} from '../drawings.tsx';
import { LostDrawing, OfflineDrawing } from '../error-drawings.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { Loading, Skeleton, SkeletonText } from '../feedback/waiting.tsx';
import { Field } from '../forms/field.tsx';
import { Input, Textarea } from '../forms/input.tsx';
import { optionsHtml, Select } from '../forms/select.tsx';
import { InfoPanel } from '../info-panel.tsx';
import { AnimatedNumber } from '../motion/animated-number.tsx';
import { Lottie } from '../motion/lottie.tsx';
import { useMessageBox } from '../overlays/message-box.tsx';
import { Sheet } from '../overlays/sheet.tsx';
import { SealMark } from '../seal-mark.tsx';

const drawings = {
  TutorDrawing,
  EraserDrawing,
  VoiceDrawing,
  CalendarDrawing,
  FindDrawing,
  LetterDrawing,
  DeskDrawing,
  OfflineDrawing,
  LostDrawing,
  DeskPoster,
};

export function Gallery() {
  return (
    <div className="grid gap-10">
      <h1 className="flex items-center gap-3 text-3xl">
        <SealMark className="size-10" />
        明師
      </h1>
      <InfoPanel
        img={
          <div className="rounded-card bg-paper-2 p-4">
            <Lottie animationLink="/animations/desk.json" poster={<DeskPoster />} controls />
          </div>
        }
        title={['做過的卷，', '再做一次']}
        content={['拍下做過的卷，筆跡逐筆擦走，印刷的題目一字不少。', '原圖永遠保留。']}
        buttons={[
          { label: '擦一份卷', to: '/erase', primary: true },
          { label: '看看例子', href: '#examples' },
        ]}
      />
      <p className="flex gap-8 font-serif text-3xl">
        <AnimatedNumber value={3218} />
        <AnimatedNumber value={412} />
      </p>
      <Section title="Drawings">
        <div className="grid gap-4 lg:grid-cols-3">
          {Object.entries(drawings).map(([name, Drawing]) => (
            <Card key={name}>
              <div className="rounded-card bg-paper-2 p-3">
                <Drawing />
              </div>
              <p className="mt-2 text-ink-2 text-xs">{name}</p>
            </Card>
          ))}
        </div>
      </Section>
      <Section title="Buttons and chips">
        <Buttons />
      </Section>
      <Section title="Fields">
        <Card className="grid max-w-md gap-4">
          <Field label="年級">
            <Select
              defaultValue="5"
              options={optionsHtml([
                { id: 4, name: '中四' },
                { id: 5, name: '中五 <DSE>' },
              ])}
            />
          </Field>
          <Field label="手機號碼" help="只會在雙方同意後交換" error="請輸入 8 位手機號碼">
            <Input inputMode="tel" defaultValue="9123" />
          </Field>
          <Field label="備註" optional>
            <Textarea placeholder="想老師知道的事" />
          </Field>
        </Card>
      </Section>
      <Section title="States">
        <div className="grid gap-4 lg:grid-cols-3">
          <Card>
            <Loading className="grid gap-4">
              <Skeleton className="h-24 w-full" />
              <SkeletonText />
            </Loading>
          </Card>
          <Card>
            <EmptyState
              level={3}
              drawing={<LetterDrawing />}
              title="還沒有訊息"
              text="配對成功後，與導師的對話會在這裏。"
              action={<ButtonLink to="/">看看個案</ButtonLink>}
            />
          </Card>
          <Card>
            <ErrorState level={3} onRetry={() => {}} />
          </Card>
        </div>
      </Section>
      <Section title="Words">
        <Blocks
          blocks={['收費事前講清，沒有隱藏費用。', ['家長免費', '導師按堂收費', '取消須提早 24 小時']]}
        />
      </Section>
      <Section title="What floats">
        <Overlays />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  const [chosen, setChosen] = useState(true);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary">發佈補習個案</Button>
      <Button>我是導師</Button>
      <Button variant="quiet">稍後</Button>
      <Button variant="primary" loading>
        發佈補習個案
      </Button>
      <Button disabled>不可用</Button>
      <Chip>星期三 17:00 起</Chip>
      <Chip tone="seal">家長免費</Chip>
      <Chip tone="jade">配對中</Chip>
      <Chip tone="amber">68%</Chip>
      <ChipButton selected={chosen} onClick={() => setChosen(!chosen)}>
        星期三
      </ChipButton>
      <ChipButton selected={false}>星期四</ChipButton>
    </div>
  );
}

function Overlays() {
  const [open, setOpen] = useState(false);
  const ask = useMessageBox();
  const toast = useToast();
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen(true)}>Sheet</Button>
      <Button onClick={() => ask({ cancelLabel: '取消' })}>Message</Button>
      <Button
        onClick={() => {
          toast.success('個案已發佈');
          toast.error('未能儲存，請再試一次');
          toast.info('已複製連結');
        }}
      >
        Toasts
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="選擇科目"
        description="可選多於一科"
        footer={
          <Button variant="primary" className="w-full" onClick={() => setOpen(false)}>
            完成
          </Button>
        }
      >
        <SkeletonText lines={4} />
      </Sheet>
    </div>
  );
}
