import type { BlockContent, DefinitionContent, List, ListItem, RootContent, Table } from 'mdast';
import { type CSSProperties, Fragment, memo, type ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { Block } from './block-reader.ts';
import { withSource } from './extracted.ts';
import { deepest, Inline, type InlineLook, plainText } from './inline.tsx';

/**
 * One block of an answer. Its object stays the same while its text does, so that only the last one is
 * rendered again.
 */
export const BlockView = memo(function BlockView({ block: { node, taken } }: { block: Block }) {
  return blockOf(node, { taken, isFlat: false, depth: 0 });
});

type Flow = RootContent | BlockContent | DefinitionContent;

function blockOf(node: Flow, look: InlineLook): ReactNode {
  const deeper = { ...look, depth: look.depth + 1 };
  if (look.depth > deepest) return <p>{allText(node, look.taken)}</p>;
  switch (node.type) {
    case 'paragraph':
      return (
        <p>
          <Inline nodes={node.children} look={look} />
        </p>
      );
    case 'heading':
      // One level for all: headings of an answer stand below the page's own, whatever level the text uses.
      return (
        <h3 data-depth={node.depth}>
          <Inline nodes={node.children} look={{ ...look, isFlat: true }} />
        </h3>
      );
    case 'thematicBreak':
      return <hr />;
    case 'blockquote':
      return (
        <blockquote>
          <Flows nodes={node.children} look={deeper} />
        </blockquote>
      );
    case 'code':
      return (
        <CodeBlock
          language={withSource([node.lang, node.meta].filter(Boolean).join(' '), look.taken)}
          code={withSource(node.value, look.taken)}
        />
      );
    case 'list':
      return <Items list={node} look={deeper} />;
    case 'table':
      return <Grid table={node} look={look} />;
    default:
      return 'value' in node ? <p>{withSource(node.value, look.taken)}</p> : null;
  }
}

/** Content that is nested too deep is shown as plain text. */
function allText(node: object, taken: InlineLook['taken']) {
  let text = '';
  const waiting: object[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('value' in next) text += `${withSource(String(next.value), taken)} `;
    if ('children' in next) waiting.push(...(next.children as object[]).toReversed());
  }
  return text;
}

function Flows({ nodes, look }: { nodes: readonly Flow[]; look: InlineLook }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no other key
  return nodes.map((node, index) => <Fragment key={index}>{blockOf(node, look)}</Fragment>);
}

function Items({ list, look }: { list: List; look: InlineLook }) {
  const items = list.children.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no other key
    <Item key={index} item={item} isLoose={list.spread === true} look={look} />
  ));
  return list.ordered ? <ol start={list.start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

function Item({ item, isLoose, look }: { item: ListItem; isLoose: boolean; look: InlineLook }) {
  const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : null;
  return (
    <li data-task={box ? '' : undefined}>
      {box}
      {item.children.map((node, index) =>
        node.type === 'paragraph' && !isLoose && item.spread !== true ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no other key
          <Inline key={index} nodes={node.children} look={look} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no other key
          <Flows key={index} nodes={[node]} look={look} />
        ),
      )}
    </li>
  );
}

function CodeBlock({ language, code }: { language: string; code: string }) {
  const t = useTranslate();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div className="answer-code" role="group" aria-label={t('chatAnswer.code', { language })} data-scrolls="">
      {language !== '' && <div className="answer-language">{language}</div>}
      <pre>
        <code>{code}</code>
      </pre>
    </div>
  );
}

function Grid({ table, look }: { table: Table; look: InlineLook }) {
  const t = useTranslate();
  const flat = { ...look, isFlat: true };
  const [head, ...rows] = table.children;
  // A row that is still being written gets all its cells, so that the table keeps its width; extra cells are
  // shown too.
  const cellsIn = (row: Table['children'][number] | undefined) =>
    Array.from(
      { length: Math.max(head?.children.length ?? 0, row?.children.length ?? 0) },
      (_, index) => row?.children[index],
    );
  const columns = Math.max(...table.children.map((row) => row.children.length));
  const cellsOf = (row: Table['children'][number] | undefined, Cell: 'th' | 'td') =>
    cellsIn(row).map((cell, index) => (
      <Cell
        // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no other key
        key={index}
        scope={Cell === 'th' ? 'col' : undefined}
        data-align={table.align?.[index] ?? undefined}
      >
        <Inline nodes={cell?.children ?? []} look={flat} />
      </Cell>
    ));
  const hasHead = head?.children.some((cell) =>
    cell.children.some((one) => plainText(one, look.taken).trim() !== ''),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div className="answer-table" role="group" aria-label={t('chatAnswer.table')} data-scrolls="">
      <table style={{ '--columns': columns } as CSSProperties}>
        {hasHead && (
          <thead>
            <tr>{cellsOf(head, 'th')}</tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no other key
            <tr key={index}>{cellsOf(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
