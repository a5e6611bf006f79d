/**
 * Loaded before a program (`--import`): tells its parent the processor time that it has used and, while it counts, the
 * waits of its calls for PostgreSQL. The program itself is unchanged.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server, type ServerResponse } from 'node:http'
import pg from 'pg'
import { type CallWaits, createWaitCount } from './call-waits.ts'

export type AskProcess = { readonly ask: 'processor' | 'count' } | { readonly ask: 'waits'; readonly path: string }

const calls = new AsyncLocalStorage<CallWaits>()
let count: ReturnType<typeof createWaitCount> | undefined
let elsewhere = 0

const emit = Server.prototype.emit
Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]) {
  if (event !== 'request' || !count) return emit.call(this, event, ...given)
  const [req, res] = given as [{ url: string }, ServerResponse]
  const call = count.begin(req.url.split('?')[0] ?? '')
  const end = res.end
  res.end = function (this: ServerResponse, ...words: unknown[]) {
    call.end()
    return (end as (...words: unknown[]) => ServerResponse).apply(this, words)
  } as ServerResponse['end']
  return calls.run(call, () => emit.call(this, event, ...given))
} as typeof emit

const query = pg.Client.prototype.query as (...asked: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
  if (!count) return query.apply(this, asked)
  elsewhere += 1
  const answered = calls.getStore()?.sent() ?? (() => undefined)
  const last = asked.at(-1)
  if (typeof last === 'function')
    return query.call(this, ...asked.slice(0, -1), (...result: unknown[]) => {
      answered()
      last(...result)
    })
  const answer = query.apply(this, asked)
  if (answer instanceof Promise) answer.then(answered, answered)
  return answer
} as typeof pg.Client.prototype.query

process.on('message', (asked: AskProcess) => process.send?.(answerTo(asked)))
process.on('disconnect', () => process.exit())
process.channel?.unref()

function answerTo(asked: AskProcess): object {
  if (asked.ask === 'processor') return process.cpuUsage()
  if (asked.ask === 'waits') {
    const waits = count?.of(asked.path) ?? { calls: 0, waits: 0, statements: 0 }
    count = undefined
    return { ...waits, elsewhere: elsewhere - waits.statements }
  }
  count = createWaitCount()
  elsewhere = 0
  return {}
}
