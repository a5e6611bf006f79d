import type { RetentionStep } from '../../events/retention.ts'
import type { Module } from '../module.ts'
import { botRoutes } from './bots.routes.ts'
import type { BotTables } from './bots.tables.ts'
import { chatbotEndStep } from './chatbot-end-step.ts'
import { chatbotStep } from './chatbot-step.ts'
import { startCodeTexts } from './code-texts.ts'
import { deleteCodes } from './codes.store.ts'
import { startDueSessions } from './due-sessions.ts'
import { fileRoutes } from './files.routes.ts'
import { deletePassages, eraseContexts } from './sessions.store.ts'
import { statsRoutes } from './stats.routes.ts'
import { botWelcome } from './visitor-welcome.ts'
import { withdrawnTexts } from './withdrawn-texts.ts'

const DAY_MS = 86_400_000
const ANSWERS_DAYS = 30
const PASSAGES_DAYS = 90
const CODES_DAYS = 7

const retention: RetentionStep = ({ database, clock }) =>
  database.system(async (tx) => {
    const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
    await Promise.all([
      eraseContexts(tx, ago(ANSWERS_DAYS)),
      deletePassages(tx, ago(PASSAGES_DAYS)),
      deleteCodes(tx, ago(CODES_DAYS)),
    ])
  })

/** Chatbots as they run: sessions in conversations. */
export const botsModule: Module = {
  name: 'bots',
  tables: ['chatbot_sessions', 'chatbot_passages', 'chatbot_codes'] satisfies (keyof BotTables)[],
  routes: (parts) => [...botRoutes(parts), ...fileRoutes(parts), ...statsRoutes(parts)],
  workers: (parts) => [startDueSessions(parts), startCodeTexts(parts)],
  inboundSteps: [chatbotEndStep, chatbotStep],
  sentSteps: [withdrawnTexts],
  welcome: botWelcome,
  retention: [retention],
}
