/** The reader's mentions at work, on the live connection. */
import { createActor, fromPromise } from 'xstate'
import type { Api } from '../../api/client.ts'
import type { LiveActor } from '../../live/live.machine.ts'
import { linkReader } from './live-link.actors.ts'
import { type MineActor, mineMachine } from './mine.machine.ts'
import type { MineReading } from './mine.rules.ts'

const MENTIONS_PAGE = 20

interface MineParts {
  readonly api: Api
  readonly live: LiveActor
  readonly organizationId: string
  readonly newId: () => string
}

export function startMine({ api, live, organizationId, newId }: MineParts): { mine: MineActor; stop: () => void } {
  const mine = createActor(
    mineMachine.provide({
      actors: {
        read: fromPromise<MineReading>(async ({ signal }) => {
          const page = await api('mentions', { query: { organizationId, limit: MENTIONS_PAGE }, signal })
          const { data, unseen, cursor, epoch, asOf } = page
          return { mentions: data, unseen, cursor, epoch, asOf }
        }),
        readMore: fromPromise<Pick<MineReading, 'mentions' | 'cursor'>, string | null>(async ({ input, signal }) => {
          const cursor = input === null ? {} : { cursor: input }
          const page = await api('mentions', { query: { organizationId, limit: MENTIONS_PAGE, ...cursor }, signal })
          return { mentions: page.data, cursor: page.cursor }
        }),
      },
    }),
  )
  const reader = `mine ${newId()}`
  const join = () =>
    linkReader(
      {
        live,
        organizationId,
        reader,
        hear: (event) => {
          if (event.type === 'resync') return mine.send({ type: 'live.resync' })
          mine.send({ type: 'live.events', epoch: event.epoch, events: event.events })
        },
      },
      mine,
    )
  let leave: (() => void) | null = null
  mine.on('asked', () => {
    leave ??= join()
  })
  // The tab must not wait for what did not come: it is as good as ever without.
  mine.on('failed', () => {
    leave?.()
    leave = null
  })
  leave = join()
  mine.start()
  const stop = () => {
    leave?.()
    mine.stop()
  }
  return { mine, stop }
}
