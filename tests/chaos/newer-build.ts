/**
 * Simulates a newer build of the product by what others see of it: its messages have more fields, its log has events of unknown
 * types, and its store has more columns. The build only adds, so older processes must go on working.
 */
import type { Random } from '@foyer/contracts/random.rules.ts'
import { eventsOfNewerBuild, MIGRATION, withAddition } from './additions.ts'
import type { Mutant } from './mutant.ts'

const FROM = JSON.stringify(new URL('additions.ts', import.meta.url).href)
const given = (line: string, names: object) =>
  [line, `${line}\nimport { ${Object.keys(names).join(', ')} } from ${FROM}`] as const

export const NEWER_API: readonly Mutant[] = [
  {
    name: 'newer api: the log',
    file: 'apps/api/src/events/append.ts',
    changes: [
      given("import type { z } from 'zod'", { eventsOfNewerBuild, withAddition }),
      ['changes.map(asSet)', '(changes.length === 0 ? [] : [...eventsOfNewerBuild(), ...changes]).map(asSet)'],
      ['data: JSON.stringify(data),', 'data: JSON.stringify(withAddition(data)),'],
    ],
  },
  {
    name: 'newer api: the answers',
    file: 'apps/api/src/http/reply.ts',
    changes: [
      given("import type { AnyCall } from '@foyer/contracts/call.ts'", { withAddition }),
      ['return reply.data', 'return withAddition(reply.data)'],
    ],
  },
  {
    name: 'newer api: the store',
    file: 'apps/api/src/db/migrate.ts',
    changes: [
      given("import pg from 'pg'", { MIGRATION }),
      [
        'await migrationFolders()))).map(withChecksum)',
        'await migrationFolders()))).map(withChecksum).concat(MIGRATION)',
      ],
    ],
  },
]

export const NEWER_RELAY: readonly Mutant[] = [
  {
    name: 'newer relay: its messages',
    file: 'apps/relay/src/sockets/frame-writer.ts',
    changes: [
      given("import { Wire, webSocketFrame } from './wire.ts'", { withAddition }),
      ['let frame: Buffer | null = null', 'message = withAddition(message)\n    let frame: Buffer | null = null'],
    ],
  },
  {
    name: 'newer relay: its answers',
    file: 'apps/relay/src/sockets/messages.ts',
    changes: [
      given("import type { Turns } from '../turns.ts'", { withAddition }),
      ['reply(answer.reply)', "socket.emit('room', { isFree: true })\n        reply(withAddition(answer.reply))"],
    ],
  },
  {
    name: 'newer relay: its events in Redis',
    file: 'apps/relay/src/log/seal.ts',
    changes: [
      given("import type { Envelope } from '@foyer/contracts/event.ts'", { withAddition }),
      ['Buffer.from(JSON.stringify(event))', 'Buffer.from(JSON.stringify(withAddition(event)))'],
    ],
  },
]

export const asBuild = (build: readonly Mutant[], random: Random) => ({
  CHAOS_MUTANTS: build.map(({ name }) => name).join(', '),
  CHAOS_SEED: `${random.next()}`,
})
