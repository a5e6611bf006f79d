/**
 * Tells every relay what was appended: at once when the doorbell rings, and each second whatever nobody rang for. A
 * relay that fails is left alone for a while; the others, and its other organizations, don't wait for it.
 */
import { Counter } from 'prom-client'
import type { Foundation } from '../parts.ts'
import { BATCH_MAX, deliver } from './deliver.ts'
import { addCursors, listDue } from './relay-cursors.store.ts'
import { createRelayPost } from './relay-post.ts'
import { postRevocations } from './revocations.ts'

const LOOK_EVERY_MS = 1000
const AT_ONCE_MAX = 8

export interface Dispatcher {
  stop(): Promise<void>
}

export function startDispatcher(parts: Foundation, random: () => number = Math.random): Dispatcher {
  const { config, database, doorbell, log, newId } = parts
  const urls = config.relayUrls
  const counted = createCounters(parts)
  const post = createRelayPost(parts)
  const owner = newId()
  const work = createWorkList(AT_ONCE_MAX * Math.max(1, urls.length))
  const stopping = new AbortController()

  const dispatch = (url: string, organizationId: string) =>
    work.add(`${url} ${organizationId}`, () =>
      deliver(
        { url, organizationId },
        {
          ...{ database, post, owner, random },
          onPosted: (events) => counted.posted.inc(events),
          onFailed: (reason) => counted.failed.inc({ reason }),
        },
      ).catch((err: unknown) => log.warn({ err, organizationId }, 'a delivery broke off')),
    )
  const look = async () => {
    await database.system((tx) => addCursors(tx, urls, BATCH_MAX))
    for (const { url, organizationId } of await database.system((tx) => listDue(tx, urls)))
      dispatch(url, organizationId)
    for (const url of urls)
      work.add(`${url} revocations`, () =>
        postRevocations(url, parts, post).catch((err: unknown) => log.warn({ err }, 'revocations were not posted')),
      )
  }
  const hear = doorbell.onRing('events', (organizationId) => {
    if (organizationId === null) return
    for (const url of urls) dispatch(url, organizationId)
  })
  const looking = urls.length > 0 ? repeat(look, LOOK_EVERY_MS, stopping.signal, log) : Promise.resolve()

  return {
    async stop() {
      hear()
      stopping.abort()
      await looking
      await work.drain()
    },
  }
}

function createCounters({ metrics }: Pick<Foundation, 'metrics'>) {
  const registers = [metrics]
  return {
    posted: new Counter({
      name: 'foyer_api_events_posted_total',
      help: 'Events that a relay acknowledged.',
      registers,
    }),
    failed: new Counter({
      name: 'foyer_api_webhook_failures_total',
      help: 'Posts to a relay that were not acknowledged.',
      labelNames: ['reason'],
      registers,
    }),
  }
}

async function repeat(step: () => Promise<void>, everyMs: number, stopping: AbortSignal, log: Foundation['log']) {
  while (!stopping.aborted) {
    await step().catch((err: unknown) => log.warn({ err }, 'the dispatcher could not look'))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, everyMs)
      function done() {
        clearTimeout(timer)
        stopping.removeEventListener('abort', done)
        resolve()
      }
      stopping.addEventListener('abort', done)
      if (stopping.aborted) done()
    })
  }
}

/** One piece of work of a name at a time; asked for again meanwhile, it runs once more afterwards. */
function createWorkList(atOnceMax: number) {
  const waiting = new Map<string, () => Promise<void>>()
  const running = new Map<string, Promise<void>>()

  function next() {
    for (const [name, task] of waiting) {
      if (running.size >= atOnceMax) return
      if (running.has(name)) continue
      waiting.delete(name)
      running.set(
        name,
        task().finally(() => {
          running.delete(name)
          next()
        }),
      )
    }
  }

  return {
    add(name: string, task: () => Promise<void>) {
      waiting.set(name, task)
      next()
    },
    async drain() {
      waiting.clear()
      await Promise.all(running.values())
    },
  }
}
