import type { ComponentProps } from 'react';
import { keepComposing } from './typing.ts';

type SendFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSend: () => unknown };

/** A form that the page validates and sends by itself. */
export function SendForm({ onSend, ...rest }: SendFormProps) {
  return (
    <form
      noValidate
      {...rest}
      onKeyDown={keepComposing}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    />
  );
}
