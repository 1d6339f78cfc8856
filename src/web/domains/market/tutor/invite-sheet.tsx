import { Sheet, type SheetProps } from '#web/ui/overlays/sheet.tsx';

/** Loaded on the tap that opens it. */
export default function InviteSheet({ children, ...sheet }: SheetProps) {
  return (
    <Sheet {...sheet}>
      <div className="grid gap-3">{children}</div>
    </Sheet>
  );
}
