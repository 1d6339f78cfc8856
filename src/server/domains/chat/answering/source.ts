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
import type { AssistantRow } from '../tables.ts';
import type { Reading } from '../thread/reading.ts';
import { writeAsBuiltIn } from '../tutor/built-in-tutor.ts';
import { careOf } from '../tutor/care.ts';
import { helpPartFor } from '../tutor/help-lines.ts';
import { refusalWords } from '../tutor/tutor-text.ts';
import type { Accepted } from './accept.ts';
import type { Charges } from './charge.ts';
import type { Usage } from './end-generation.ts';
import type { Source } from './generations.ts';
import { promptFor, readTurns, type Turn } from './prompt.ts';

type Options = {
  ai: Config['ai'];
  charges: Charges;
  database: Database;
  files: Files;
  mathematics: Mathematics;
  reading: Reading;
  bank: Bank;
  telemetry?: Telemetry | undefined;
};

const shortWaitMs = 3000;
const builtInUsage: Usage = { endpoint: builtIn, inputTokens: 0, outputTokens: 0, spendMicros: 0 };

/** Produces the text of an answer: from the assistant's endpoints in order, or from the built-in tutor. */
export function createSource(options: Options): Source {
  const { ai, charges, database, files, mathematics, reading, bank } = options;
  const upstream = createUpstream(ai, options.telemetry);
  const longestWritingMs = ai.builtInWritingMs;

  return async (answer, pen, locale) => {
    const { parentId, messageId, start } = answer;
    let turns = await turnsOf(database, answer);
    const { text: begun, parts: partsBefore } = start === 0 ? nothing : await saidSoFar(database, messageId);
    const endpoints = endpointsOf(answer.assistant, ai.endpoints);
    const needsRecognisedText = endpoints.length === 0 || endpoints.some(({ vision }) => !vision);
    if (turns.at(-1)?.files.some(({ text }) => text === null)) {
      // A model that sees needs no text; yet what a child wrote by hand is looked at before it answers.
      const longestMs = needsRecognisedText ? undefined : shortWaitMs;
      await reading.waitForMessage(parentId, pen.signal, longestMs);
      // Also when nothing had to be waited for: a file may have been read since the first look.
      turns = await readTurns(database.db, parentId);
    }
    const care = careOf(turns, locale);
    // A child in need is answered directly, without the guise of a spoken exercise.
    const guise = care ? undefined : answer.guise;
    const assistant = withInstructions(answer.assistant, care?.instruction ?? guise?.instructions);
    let { isWithoutModel = false } = answer;
    if (care?.kind && !answer.parts?.length) pen.part(await helpPartFor(database.db, care.kind, care.locale));
    // Found only on a picture that was read after the question had been accepted.
    if (care && !answer.isInNeed) {
      const { owner, address } = answer.asking;
      const isCounted = await database.transaction((tx) => charges.countCare(tx, owner, address));
      isWithoutModel ||= !isCounted;
    }
    const answerBuiltIn = async () => {
      if (guise?.scripted !== undefined) pen.text(guise.scripted);
      else await writeAsBuiltIn(mathematics, turns, { pen, locale, begun, bank, longestWritingMs });
      return builtInUsage;
    };
    if (endpoints.length === 0 || isWithoutModel) return answerBuiltIn();
    // The fixed words come first, whatever the model does.
    const saysWords = care?.kind !== undefined && begun.length < care.words.length;
    if (saysWords) pen.text(`${care.words.slice(begun.length)}\n\n`);
    try {
      return await answerWithTools(upstream, {
        endpoints,
        model: assistant.model,
        promptFor: (endpoint) =>
          promptFor(endpoint, { turns, assistant, locale, files, begun: saysWords ? '' : begun }),
        signal: pen.signal,
        onText: pen.text,
        onPart: pen.part,
        refusal: refusalWords[locale],
        onRefusal: pen.decline,
        means: { mathematics, bank, locale, seed: messageId, partsBefore },
      });
    } catch (error) {
      if (saysWords && !pen.signal.aborted)
        return (error instanceof UpstreamError ? error.usage : undefined) ?? builtInUsage;
      const nothingCame = error instanceof UpstreamError && error.usage === undefined;
      const isAnsweredHere = care !== undefined || usesBuiltIn(assistant, ai.endpoints);
      if (nothingCame && isAnsweredHere && !pen.signal.aborted) return answerBuiltIn();
      throw error;
    }
  };
}

/** Adds instructions for this answer to the assistant's own. */
const withInstructions = (assistant: AssistantRow, instructions: string | undefined) =>
  instructions
    ? { ...assistant, systemMessage: `${assistant.systemMessage}\n${instructions}`.trim() }
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
