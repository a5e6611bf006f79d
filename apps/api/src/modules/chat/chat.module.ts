import type { Module } from '../module.ts'
import { chatRoutes } from './chat.routes.ts'
import type { ChatTables } from './chat.tables.ts'
import { chatPage, listChatPages } from './chat-page.ts'

export const chatModule: Module = {
  name: 'chat',
  tables: ['chat_visitors', 'chat_arrivals'] satisfies (keyof ChatTables)[],
  routes: chatRoutes,
  pages: chatPage,
  publicPages: listChatPages,
}
