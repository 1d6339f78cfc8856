import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '../button.tsx';
import { Combobox, type Found } from '../forms/combobox.tsx';
import { Field } from '../forms/field.tsx';
import { AnimatedNumber, type AnimatedNumberProps } from '../motion/animated-number.tsx';
import { Lottie, type LottieProps } from '../motion/lottie.tsx';
import type { LottieHandle } from '../motion/lottie-player.ts';
import { useMessageBox } from '../overlays/message-box.tsx';
import { Sheet } from '../overlays/sheet.tsx';

/** What a test may do with the stage, from outside the page. */
interface StageControls {
  lottie(props: LottieProps | undefined): void;
  /** The current properties of the player. */
  shown: LottieProps | undefined;
  number(props: AnimatedNumberProps | undefined): void;
  lottieHandle: LottieHandle | undefined;
  /** Recorded events, in order. */
  events: string[];
}

declare global {
  interface Window {
    stage?: StageControls;
  }
}

export function Stage() {
  const [lottie, setLottie] = useState<LottieProps>();
  const [number, setNumber] = useState<AnimatedNumberProps>();
  const handle = useRef<LottieHandle>(null);

  const shown = useRef<LottieProps>(undefined);

  useEffect(() => {
    window.stage = {
      lottie: (props) => {
        shown.current = props;
        setLottie(props);
      },
      get shown() {
        return shown.current;
      },
      number: setNumber,
      events: [],
      get lottieHandle() {
        return handle.current ?? undefined;
      },
    };
  }, []);
  const record = (what: string) => window.stage?.events.push(what);

  return (
    <div className="grid gap-4">
      <h1 className="text-xl">Stage</h1>
      {lottie && (
        <Lottie
          ref={handle}
          width={200}
          height={100}
          {...lottie}
          poster={<Poster />}
          onComplete={() => record('complete')}
          onLoopComplete={() => record('loop')}
          onEnterFrame={({ currentTime }) => record(`frame ${currentTime.toFixed(2)}`)}
        />
      )}
      <p>{number && <AnimatedNumber {...number} />}</p>
      <SheetCase record={record} />
      <MessageCase record={record} />
      <ToastCase />
      <ComboboxCase record={record} />
    </div>
  );
}

function Poster() {
  return <div className="h-full border border-line">poster</div>;
}

function SheetCase({ record }: { record: (what: string) => void }) {
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const close = () => {
    record('sheet closed');
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open sheet</Button>
      <Sheet open={open} onClose={close} title="Pick a level" description="One of two">
        <div className="grid gap-2">
          <Button>First</Button>
          <Button onClick={() => toast.info('From inside the sheet')}>Toast inside</Button>
        </div>
      </Sheet>
    </>
  );
}

function MessageCase({ record }: { record: (what: string) => void }) {
  const ask = useMessageBox();
  const report = async (answer: Promise<boolean>) => record(`answer ${await answer}`);
  return (
    <>
      <Button onClick={() => report(ask())}>Ask plainly</Button>
      <Button
        onClick={() => report(ask({ title: 'Delete?', message: 'It is gone then.', cancelLabel: 'Keep' }))}
      >
        Ask to delete
      </Button>
      <Button
        onClick={() => {
          report(ask({ title: 'One' }));
          report(ask({ title: 'Two' }));
        }}
      >
        Ask twice
      </Button>
    </>
  );
}

function ToastCase(): ReactNode {
  const toast = useToast();
  return (
    <>
      <Button onClick={() => toast.success('Saved', { duration: 1200 })}>Toast shortly</Button>
      <Button onClick={() => toast.error('Not saved')}>Toast error</Button>
    </>
  );
}

const schools = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, name: `School ${index + 1}` }));
let isDown = true;

/** Finds schools by a part of their name; a search for `down` fails the first time. */
async function findSchool(text: string) {
  if (text !== 'down') return schools.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const wasDown = isDown;
  isDown = false;
  if (wasDown) throw new Error('no network');
  return schools.slice(0, 2);
}

function ComboboxCase({ record }: { record: (what: string) => void }) {
  const [school, setSchool] = useState<Found | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        record(`sent ${school?.name ?? 'nothing'}`);
      }}
    >
      <Field label="School">
        <Combobox value={school} onChange={setSchool} search={findSchool} />
      </Field>
    </form>
  );
}
