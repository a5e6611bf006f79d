/**
 * The least program that does what four of the API's calls do: Node's HTTP server, `pg` and prepared statements on the
 * same tables. It writes and reads the same rows in one transaction and checks nothing: no session, signature,
 * validation or row-level security, and no audit. What the API takes beyond this is the cost of its own work.
 */
import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { indexWords } from '@foyer/contracts/inbox/words.rules.ts'
import pg from 'pg'
import * as statements from './bare-statements.ts'

interface Statement {
  readonly name: string
  readonly text: string
}

// biome-ignore lint/suspicious/noExplicitAny: the rows are passed on as they are
type Rows = any[]

const pool = new pg.Pool({
  ...{ connectionString: process.env.DATABASE_URL, max: 16 },
  // Prepared means planned once: PostgreSQL would otherwise go on planning the list anew for its values.
  options: '-c plan_cache_mode=force_generic_plan',
})
/** Counts are numbers, as in the product. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

async function transaction<T>(
  begin: string,
  work: (run: (statement: Statement, values: readonly unknown[]) => Promise<Rows>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(async (statement, values) => {
      return (await client.query({ ...statement, values: [...values] })).rows
    })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function page(statement: Statement, values: readonly unknown[]) {
  const data = await transaction('begin isolation level repeatable read', (run) => run(statement, values))
  return { code: 'ok', data, asOf: data[0]?.head_seq, epoch: data[0]?.head_epoch }
}

function list(query: URLSearchParams) {
  return page(statements.LIST, [query.get('organizationId'), query.getAll('status')])
}

function messages(query: URLSearchParams) {
  return page(statements.MESSAGES, [query.get('organizationId'), query.get('conversationId')])
}

function star({ organizationId, conversationId, user, action }: Record<string, string>) {
  const kind = action === 'star' ? 'starred' : 'unstarred'
  return transaction('begin', async (run) => {
    const [{ length, ...before }] = await run(statements.LOCK, [organizationId, conversationId])
    const others: string[] = before.starred_by.filter((one: string) => one !== user)
    const starredBy = action === 'star' ? [...others, user] : others
    const undoId = randomUUIDv7()
    const step = { conversationId, historyLength: length, before: { starredBy: before.starred_by } }
    await run(statements.ADD_UNDO, [organizationId, undoId, user, JSON.stringify([step])])
    const [{ seq, epoch, counts }] = await run(statements.MOVE_HEAD, [organizationId, 2, 0])
    const after = { ...before, starred_by: starredBy, changed_by: user, version: seq }
    await run(statements.STAR, [organizationId, conversationId, starredBy, user, seq])
    const details = { staff: user }
    await run(statements.ADD_HISTORY, [organizationId, conversationId, length + 1, user, kind, JSON.stringify(details)])
    const entry = { conversationId, position: length + 1, at: new Date(), by: user, change: { kind, ...details } }
    await run(statements.ADD_EVENTS, [
      ...[organizationId, epoch, JSON.stringify(counts)],
      ...[seq - 1, 'history.added', `${conversationId}#${length + 1}`, `conversation:${conversationId}`],
      JSON.stringify(entry),
      ...[seq, 'conversation.changed', conversationId, 'organization', JSON.stringify(after)],
    ])
    return { code: 'ok', data: after, asOf: seq, epoch, undoId }
  })
}

const BY_PATIENT = { direction: 'inbound', private: false, user: null, userName: null, status: 'received' }

function receive({ To, From, Body = '', MessageSid }: Record<string, string>) {
  return transaction('begin', async (run) => {
    const [before] = await run(statements.LOCK_SENDER, [To, From])
    const { organization_id: organizationId, id } = before
    const [{ seq, epoch, counts }] = await run(statements.MOVE_HEAD, [organizationId, 2, 1])
    const message = {
      ...{ id: randomUUIDv7(), conversationId: id, organizationId, direction: 'inbound', body: Body },
      ...{ attachments: [], createdAt: new Date(), status: 'received', version: seq },
    }
    const after = {
      ...before,
      ...{ last_message: Body, last_message_by: BY_PATIENT, last_message_at: message.createdAt, version: seq - 1 },
      unread_count: before.unread_count + 1,
    }
    await run(statements.RECEIVE, [organizationId, id, Body, JSON.stringify(BY_PATIENT), seq - 1])
    await run(statements.ADD_MESSAGE, [organizationId, message.id, id, Body, MessageSid, seq, indexWords(Body)])
    await run(statements.ADD_EVENTS, [
      ...[organizationId, epoch, JSON.stringify(counts)],
      ...[seq - 1, 'conversation.changed', id, 'organization', JSON.stringify(after)],
      ...[seq, 'message.added', message.id, `conversation:${id}`, JSON.stringify({ conversationId: id, message })],
    ])
    return { code: 'ok' }
  })
}

const answers: Record<string, (query: URLSearchParams, body: string) => Promise<unknown>> = {
  '/api/inbox/conversations': list,
  '/api/inbox/messages': messages,
  '/api/inbox/conversations/toggle-star': (_, body) => star(JSON.parse(body)),
  '/api/inbox/webhooks/twilio/sms': (_, body) => receive(Object.fromEntries(new URLSearchParams(body))),
}

async function answerTo(req: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://bare')
  const answer = answers[pathname]
  if (!answer) throw new Error(`The bare program has no ${pathname}.`)
  return JSON.stringify(await answer(searchParams, req.method === 'POST' ? await text(req) : ''))
}

const server = createServer((req, res) => {
  answerTo(req).then(
    (words) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(words) }).end(words)
    },
    (error: unknown) => {
      console.error(error)
      res.writeHead(500, { 'content-length': 0 }).end()
    },
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log(`ready http://127.0.0.1:${process.env.PORT}`))
process.once('SIGTERM', () => process.exit(0))
