/** `+852 91234567` as 9123 4567; a number from elsewhere keeps its code. */
export function spacedNumber(mobile: string) {
  const [code = '', national = ''] = mobile.split(' ');
  const spaced = national.length === 8 ? `${national.slice(0, 4)} ${national.slice(4)}` : national;
  return (code === '+852' ? spaced : `${code} ${spaced}`).replaceAll(' ', '\u00a0');
}

/** The address that opens a conversation in WhatsApp. */
export const whatsAppOf = (mobile: string) => `https://wa.me/${mobile.replace(/\D/g, '')}`;
