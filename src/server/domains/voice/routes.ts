import type { FastifyPluginAsync } from 'fastify';
import { bindCalls } from '#server/ground/http/calls.ts';
import { voiceCalls } from '#shared/voice/voice.ts';
import type { VoiceGateway } from './voice.ts';

export const voiceRoutes: FastifyPluginAsync<{ voice: VoiceGateway }> = async (app, { voice }) => {
  bindCalls(app, voiceCalls, {
    'GET /api_ai_jp/realtime/voice_list': ({ visitor }) => voice.list(visitor),
    'GET /api_ai_jp/realtime/turn_secret': ({ visitor }) => voice.relay.credentials(visitor.session.userId),
    'GET /api_ai_jp/realtime/ice_servers': ({ visitor }) => {
      const { urls, username, credential, ttl } = voice.relay.credentials(visitor.session.userId);
      return { list: urls.length === 0 ? [] : [{ urls, username, credential }], ttl };
    },
    'POST /api_ai_jp/realtime/answer_sdp': ({ visitor, query, text }) => voice.answer(visitor, query, text),
    'POST /api_ai_jp/realtime/help': ({ body }) => voice.help(body),
  });
};
