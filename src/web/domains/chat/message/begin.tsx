import { type ComponentProps, createContext, use } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ToolButton } from './tool-button.tsx';

/**
 * True while an answer is being written in this thread: nothing else can begin. Only the buttons that begin
 * something read it, so that the rows of a long thread are not rendered again whenever an answer begins or
 * ends.
 */
export const Busy = createContext(false);

export function BeginButton(props: ComponentProps<typeof Button>) {
  return <Button size="compact" {...props} disabled={use(Busy)} />;
}

export function BeginTool(props: ComponentProps<typeof ToolButton>) {
  return <ToolButton {...props} disabled={use(Busy)} />;
}
