import type { Module } from '../module.ts'
import { addChatbotFields } from './chatbot.fields.ts'
import { chatbotRoutes } from './chatbot.routes.ts'
import type { ChatbotTables } from './chatbot.tables.ts'

/** Chatbots as they are built: flows, their saves and their published versions. */
export const chatbotModule: Module = {
  name: 'chatbot',
  tables: ['chatbot_flows', 'chatbot_revisions', 'chatbot_versions', 'chatbot_files'] satisfies (keyof ChatbotTables)[],
  routes: chatbotRoutes,
  fields: { main: addChatbotFields },
}
