import type { Bank } from '#server/domains/practice/bank.ts';
import type { Mathematics } from '#server/domains/practice/mathematics.ts';
import { builtIn } from '#server/ground/config/chat-values.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import type { Telemetry } from '#server/ground/telemetry/telemetry.ts';
import { endpointsOf, usesBuiltIn } from '../assistants.ts';
import { answerWithTools } from '../model/tools-loop.ts';
import { createUpstream, UpstreamError } from '../model/upstream.ts';
import type { Reading } from '../thread/reading.ts';
import { writeAsBuiltIn } from '../tutor/built-in-tutor.ts';
import { refusalWords } from '../tutor/tutor-text.ts';
import type { Accepted } from './accept.ts';
import type { Usage } from './end-generation.ts';
import type { Source } from './generations.ts';
import { promptFor, readTurns, type Turn } from './prompt.ts';

type Options = {
  ai: Config['ai'];
  database: Database;
  files: Files;
  mathematics: Mathematics;
  reading: Reading;
  bank: Bank;
  telemetry?: Telemetry | undefined;
};

const builtInUsage: Usage = { endpoint: builtIn, inputTokens: 0, outputTokens: 0, spendMicros: 0 };

/** Produces the text of an answer: from the assistant's endpoints in order, or from the built-in tutor. */
export function createSource(options: Options): Source {
  const { ai, database, files, mathematics, reading, bank } = options;
  const upstream = createUpstream(ai, options.telemetry);
  const longestWritingMs = ai.builtInWritingMs;

  return async (answer, pen, locale) => {
    const { parentId, messageId, start, guise } = answer;
    const assistant = withGuise(answer);
    let turns = await turnsOf(database, answer);
    const { text: begun, parts: partsBefore } = start === 0 ? nothing : await saidSoFar(database, messageId);
    const endpoints = endpointsOf(assistant, ai.endpoints);
    const needsRecognisedText = endpoints.length === 0 || endpoints.some(({ vision }) => !vision);
    if (needsRecognisedText && turns.at(-1)?.files.some(({ text }) => text === null))
      if (await reading.waitForMessage(parentId, pen.signal)) turns = await readTurns(database.db, parentId);
    const answerBuiltIn = async () => {
      if (guise?.scripted !== undefined) pen.text(guise.scripted);
      else await writeAsBuiltIn(mathematics, turns, { pen, locale, begun, bank, longestWritingMs });
      return builtInUsage;
    };
    if (endpoints.length === 0) return answerBuiltIn();
    try {
      return await answerWithTools(upstream, {
        endpoints,
        model: assistant.model,
        promptFor: (endpoint) => promptFor(endpoint, { turns, assistant, locale, files, begun }),
        signal: pen.signal,
        onText: pen.text,
        onPart: pen.part,
        refusal: refusalWords[locale],
        means: { mathematics, bank, locale, seed: messageId, partsBefore },
      });
    } catch (error) {
      const nothingCame = error instanceof UpstreamError && error.usage === undefined;
      if (nothingCame && usesBuiltIn(assistant, ai.endpoints) && !pen.signal.aborted) return answerBuiltIn();
      throw error;
    }
  };
}

/** Adds the instructions of the guise to the assistant's own. */
const withGuise = ({ assistant, guise }: Accepted) =>
  guise
    ? { ...assistant, systemMessage: `${assistant.systemMessage}\n${guise.instructions}`.trim() }
    : assistant;

/** A question that is passed along may not be committed yet, so it is not read from the database. */
async function turnsOf({ db }: Database, { parentId, question }: Accepted): Promise<Turn[]> {
  if (!question) return readTurns(db, parentId);
  const { before, text, wish } = question;
  return [...before, { id: parentId, role: 'user', text, wish, parts: [], files: [] }];
}

const nothing = { text: '', parts: 0 };

async function saidSoFar({ pool }: Database, messageId: number) {
  const { rows } = await pool.query<{ text: string; parts: number }>(
    'select text, jsonb_array_length(parts) as parts from chat_messages where id = $1',
    [messageId],
  );
  return rows[0] ?? nothing;
}
