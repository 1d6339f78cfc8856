import type { Config } from '../config.ts';
import type { Database } from '../db.ts';
import type { Files } from '../files.ts';
import type { Bank } from '../practice/bank.ts';
import { endpointsOf, usesBuiltIn } from './assistants.ts';
import { writeAsBuiltIn } from './built-in-tutor.ts';
import { builtIn } from './config-values.ts';
import type { Usage } from './end-generation.ts';
import type { Source } from './generations.ts';
import type { Mathematics } from './mathematics.ts';
import { promptFor, readTurns } from './prompt.ts';
import { answerWithTools } from './tools-loop.ts';
import { createUpstream, UpstreamError } from './upstream.ts';

type Options = {
  ai: Config['ai'];
  database: Database;
  files: Files;
  mathematics: Mathematics;
  bank: Bank;
};

const builtInUsage: Usage = { endpoint: builtIn, inputTokens: 0, outputTokens: 0, spendMicros: 0 };

/** Where the text of an answer comes from: the assistant's endpoints in order, or the built-in tutor. */
export function createSource({ ai, database, files, mathematics, bank }: Options): Source {
  const upstream = createUpstream(ai);

  return async (answer, pen, locale) => {
    const { assistant, parentId, messageId, start } = answer;
    const turns = await readTurns(database.db, parentId);
    const begun = start === 0 ? '' : await textOf(database, messageId);
    const endpoints = endpointsOf(assistant, ai.endpoints);
    const byItself = async () => {
      await writeAsBuiltIn(mathematics, turns, { pen, locale, begun, bank });
      return builtInUsage;
    };
    if (endpoints.length === 0) return byItself();
    try {
      return await answerWithTools(upstream, {
        endpoints,
        model: assistant.model,
        promptFor: (endpoint) => promptFor(endpoint, { turns, assistant, locale, files, begun }),
        signal: pen.signal,
        onText: pen.text,
        onPart: pen.part,
        means: { mathematics, bank, locale, seed: messageId },
      });
    } catch (error) {
      const nothingCame = error instanceof UpstreamError && error.usage === undefined;
      if (nothingCame && usesBuiltIn(assistant, ai.endpoints) && !pen.signal.aborted) return byItself();
      throw error;
    }
  };
}

async function textOf({ pool }: Database, messageId: number) {
  const { rows } = await pool.query<{ text: string }>('select text from chat_messages where id = $1', [
    messageId,
  ]);
  return rows[0]?.text ?? '';
}
