/**
 * A fake of an inbox service that has only the plain calls of the product's specification: no feed, no sequence
 * numbers, fewer fields. Clients must eventually show the same list, latest activity first.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'

export type FakeInbox = Awaited<ReturnType<typeof startFakeInbox>>

export const SERVICE_TOKEN = 'token-of-the-relay'

export interface PlainConversation {
  id: string
  name: string
  organizationId: string
  status: string
  unreadCount: number
  requestType: string | null
  lastMessage: string
  timestamp: string
}

interface PlainMessage {
  _id: string
  conversationId: string
  message: string
  status: string
  createdAt: string
}

export async function startFakeInbox() {
  const conversations = new Map<string, PlainConversation>()
  const messages: PlainMessage[] = []
  const asked: string[] = []
  const faults = {
    down: false,
    refuses: (_path: string) => false,
    /** The service returns threads of other organizations. */
    ignoresOrganization: false,
  }
  /** Holds answers back until they are released. */
  let holding: ((asked: string) => Promise<void> | null) | null = null
  let minutes = 0
  /** Called for each request, before the answer is computed. */
  let meanwhile: ((asked: string) => void) | null = null

  const now = () => new Date(Date.UTC(2026, 10, 17, 8, ++minutes)).toISOString()
  const listed = (organizationId: string) =>
    [...conversations.values()]
      .filter((one) => one.organizationId === organizationId)
      .sort((left, right) => (left.timestamp < right.timestamp ? 1 : -1))
  const threadOf = (conversationId: string) => messages.filter((one) => one.conversationId === conversationId)

  const app = express()
  app.use(async (req, res, next) => {
    const { page, conversationId } = req.query
    const what = `${req.path.split('/').at(-1)} ${String(page ?? conversationId)}`
    asked.push(what)
    meanwhile?.(what)
    await holding?.(what)
    if (faults.down || faults.refuses(what)) res.status(503).json({})
    else if (req.get('authorization') !== `Bearer ${SERVICE_TOKEN}`) res.status(401).json({})
    else next()
  })
  app.get('/api/inbox/conversations', (req, res) => {
    const [page, limit] = [Number(req.query.page ?? 1), Number(req.query.limit ?? 10)]
    res.json({ data: listed(String(req.query.organizationId)).slice((page - 1) * limit, page * limit) })
  })
  app.get('/api/inbox/messages', (req, res) => {
    const id = String(req.query.conversationId)
    const isTheirs = faults.ignoresOrganization || conversations.get(id)?.organizationId === req.query.organizationId
    if (!isTheirs) res.status(404).json({})
    else res.json({ data: threadOf(id) })
  })
  const server = createServer(app).listen(0)
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    faults,
    listed,
    threadOf,
    /** Returns the requests since the last call. */
    takeAsked: () => asked.splice(0),
    on(run: ((asked: string) => void) | null): void {
      meanwhile = run
    },
    /** Holds matching answers back until the returned function is called. */
    hold(isHeld: (asked: string) => boolean): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      holding = (what) => (isHeld(what) ? promise : null)
      return resolve
    },
    /** Adds conversations; the first has the oldest activity. */
    fill(count: number, organizationId = 'org_cedar'): string[] {
      return Array.from({ length: count }, (_, index) => {
        const id = `${organizationId}-${index}`
        const more = { status: 'open', unreadCount: 0, requestType: null, lastMessage: '' }
        conversations.set(id, { id, name: `Patient ${index}`, organizationId, timestamp: now(), ...more })
        return id
      })
    },
    /** Changes fields without moving the conversation in the list. */
    change(id: string, fields: Partial<PlainConversation>): void {
      const held = conversations.get(id)
      if (!held) throw new Error(`There is no ${id}.`)
      conversations.set(id, { ...held, ...fields })
    },
    /** Adds a received text: the conversation moves to the top. */
    text(id: string, message: string): string {
      const createdAt = now()
      const _id = `msg-${minutes}`
      messages.push({ _id, conversationId: id, message, status: 'received', createdAt })
      const unreadCount = (conversations.get(id)?.unreadCount ?? 0) + 1
      this.change(id, { lastMessage: message, timestamp: createdAt, unreadCount })
      return _id
    },
    deliver(messageId: string): void {
      const message = messages.find(({ _id }) => _id === messageId)
      if (message) message.status = 'delivered'
    },
    remove: (id: string) => void conversations.delete(id),
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
