import type { PhrasingContent } from 'mdast';
import { Fragment, type ReactNode } from 'react';
import { Formula, WaitingFormula } from '../formula/formula.tsx';
import { type Extracted, splitAtMarks, withSource } from './extracted.ts';

export type InlineLook = {
  taken: readonly Extracted[];
  /** In tables and headings a display formula stays in its line. */
  isFlat: boolean;
  depth: number;
};

/** Deeper than real texts are nested; only hostile ones go further. */
export const deepest = 30;

export function Inline({ nodes, look }: { nodes: readonly PhrasingContent[]; look: InlineLook }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no other key
  return nodes.map((node, index) => <Fragment key={index}>{inline(node, look)}</Fragment>);
}

function inline(node: PhrasingContent, look: InlineLook): ReactNode {
  const { taken } = look;
  switch (node.type) {
    case 'text':
      return <Words text={node.value} look={look} />;
    case 'inlineCode':
      return <code>{withSource(node.value, taken)}</code>;
    case 'break':
      return <br />;
    case 'image':
      return <Picture alt={withSource(node.alt ?? '', taken)} url={withSource(node.url, taken)} />;
    case 'link':
      return <Link url={withSource(node.url, taken)} nodes={node.children} look={look} />;
    case 'strong':
    case 'emphasis':
    case 'delete': {
      if (look.depth > deepest) return <Words text={plainText(node, taken)} look={look} />;
      const Tag = tags[node.type];
      return (
        <Tag>
          <Inline nodes={node.children} look={{ ...look, depth: look.depth + 1 }} />
        </Tag>
      );
    }
    default:
      return plainText(node, taken);
  }
}
const tags = { strong: 'strong', emphasis: 'em', delete: 'del' } as const;

/** Text with the formulas and addresses in it. `<br>` is the only HTML that models write in tables. */
function Words({ text, look }: { text: string; look: InlineLook }) {
  return [...splitAtMarks(text, look.taken)].map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no other key
    <Fragment key={index}>{typeof piece === 'string' ? <Plain text={piece} /> : shown(piece, look)}</Fragment>
  ));
}

function shown({ kind, latex, source }: Extracted, { isFlat }: InlineLook) {
  if (kind === 'literal') return source;
  if (kind === 'code') return <code>{latex}</code>;
  if (kind === 'held') return null;
  if (kind === 'waiting' || kind === 'waiting-display')
    return <WaitingFormula isDisplay={kind === 'waiting-display' && !isFlat} />;
  return <Formula latex={latex} isDisplay={kind === 'display' && !isFlat} source={source} />;
}

function Plain({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(`${bareAddress.source}|<br\\s*/?>`, 'giu'))) {
    const link = safeLink(match[0]);
    parts.push(text.slice(from, match.index));
    if (link) parts.push(<Anchor key={match.index} href={link.href} text={match[0]} />);
    else parts.push(match[0].startsWith('<') ? <br key={match.index} /> : match[0]);
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

function Link({ url, nodes, look }: { url: string; nodes: readonly PhrasingContent[]; look: InlineLook }) {
  const link = safeLink(url);
  const linkText = nodes.map((node) => plainText(node, look.taken)).join('');
  if (!link)
    return (
      <>
        <Inline nodes={nodes} look={look} /> {linkText.trim() === url.trim() ? null : <bdi>({url})</bdi>}
      </>
    );
  if (linkText.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '') === link.shown)
    return <Anchor href={link.href} text={linkText} />;
  return (
    <a href={link.href} target="_blank" rel={rel}>
      <bdi>{linkText === '' ? link.shown : <Inline nodes={withoutLinks(nodes)} look={look} />}</bdi>
      {linkText !== '' && <bdi className="answer-address"> ({link.shown})</bdi>}
    </a>
  );
}

/** An address in the text of a link would be a link inside a link. */
const withoutLinks = (nodes: readonly PhrasingContent[]): PhrasingContent[] =>
  nodes.map((node) => {
    if (node.type === 'text') return { ...node, value: node.value.replaceAll('://', ':\u2060//') };
    if (node.type === 'image') return { type: 'text', value: node.alt ?? '' };
    return 'children' in node
      ? ({ ...node, children: withoutLinks(node.children) } as PhrasingContent)
      : node;
  });

/**
 * Loading a picture from elsewhere would tell its server who reads: its text and address are shown instead.
 */
function Picture({ alt, url }: { alt: string; url: string }) {
  const link = safeLink(url);
  if (!link) return <bdi>{alt === '' ? url : alt}</bdi>;
  return (
    <a href={link.href} target="_blank" rel={rel}>
      {alt !== '' && <bdi>{alt} </bdi>}
      <bdi className="answer-address">({link.shown})</bdi>
    </a>
  );
}

const Anchor = ({ href, text }: { href: string; text: string }) => (
  <a href={href} target="_blank" rel={rel}>
    <bdi>{text}</bdi>
  </a>
);

const rel = 'noopener noreferrer nofollow ugc';

/** The text without formatting. */
export function plainText(node: PhrasingContent, taken: readonly Extracted[]): string {
  if ('value' in node) return withSource(node.value, taken);
  if ('alt' in node) return node.alt ?? '';
  if ('children' in node) return node.children.map((child) => plainText(child, taken)).join('');
  return node.type === 'break' ? '\n' : '';
}

/**
 * Where a link leads, and how that is shown. Undefined for anything but web and mail: such a link stays text.
 */
function safeLink(target: string): { href: string; shown: string } | undefined {
  let url: URL;
  try {
    url = new URL(target.trim());
  } catch {
    return undefined;
  }
  if (!/^(?:https?|mailto):$/.test(url.protocol)) return undefined;
  // As the browser parses it: letters of other scripts that resemble Latin ones appear in punycode.
  const address = url.protocol === 'mailto:' ? url.pathname : url.host + url.pathname + url.search;
  const shown = address.replace(/\/$/, '');
  return { href: url.href, shown: shown.length > 60 ? `${shown.slice(0, 57)}…` : shown };
}

/** Addresses in plain text. Punctuation at the end belongs to the sentence. */
const bareAddress =
  /\bhttps?:\/\/[^\s<>"'`\uFDD0\uFDD1\p{Script=Han}，。；：！？、「」『』（）]+(?<![.,;:!?)\]}*_~])/giu;
