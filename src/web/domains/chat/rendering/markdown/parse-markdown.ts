import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Extension } from 'micromark-util-types';
import { emphasis } from './emphasis.ts';

/**
 * HTML stays text. Without definitions no line further down changes a block above it, so that each block can
 * be parsed alone; and without underlined headings the first dash of a list does not turn the line before it
 * into a heading.
 */
const disabledSyntax: Extension = {
  disable: { null: ['htmlFlow', 'htmlText', 'definition', 'setextUnderline'] },
};

const options = {
  extensions: [
    emphasis,
    gfmTable(),
    gfmStrikethrough({ singleTilde: false }),
    gfmTaskListItem(),
    disabledSyntax,
  ],
  mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmTaskListItemFromMarkdown()],
};

export const parseMarkdown = (text: string): Root => fromMarkdown(text, options);
