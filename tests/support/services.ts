import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener, ServerOptions } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { readConfig } from '../../apps/api/src/config/config.ts'
import type { Database } from '../../apps/api/src/db/database.ts'
import { namingOrganization } from '../../apps/api/src/db/entry.ts'
import { createDoorbell } from '../../apps/api/src/events/doorbell.ts'
import { createFolder } from '../../apps/api/src/files/folder.ts'
import type { Caller, KnownCaller } from '../../apps/api/src/http/caller.ts'
import { notAllowed, Refusal } from '../../apps/api/src/http/refusal.ts'
import { createReader } from '../../apps/api/src/reader/reader.ts'
import type { BaseServices, Identity } from '../../apps/api/src/services.ts'
import { readingSheetsHere } from './sheets-here.ts'

export const RELAY_SECRETS = [7, 8].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)

/** The services that a module receives; only the log is replaced by a silent one. */
export function testServices(
  store: { url: string; database: Database },
  { env = {}, ...overrides }: Partial<BaseServices> & { env?: Record<string, string> } = {},
): BaseServices {
  const config = readConfig({
    DATABASE_URL: store.url,
    DATA_DIR: tmpdir(),
    PUBLIC_URL: 'http://foyer.test',
    AUTH_SECRET: 'a secret of the tests and of nothing else',
    RELAY_SECRET: RELAY_SECRETS.join(','),
    ...env,
  })
  return {
    config: { ...config, databaseUrl: store.url },
    database: store.database,
    files: createFolder(path.join(config.dataDir, 'attachments')),
    // Other test files would take the processor from processes of a low priority.
    reader: readingSheetsHere(createReader({ priority: constants.priority.PRIORITY_NORMAL })),
    clock: { now: () => new Date() },
    newId: randomUUIDv7,
    log: pino({ enabled: false }),
    doorbell: createDoorbell(),
    metrics: new Registry(),
    ...overrides,
  }
}

const VISITOR_TOKEN = 'visitor.'

/** Accepts these callers by their tokens, also as the cookie `session=<token>`. Their roles are those in the store. */
export function testIdentity(
  callers: Readonly<Record<string, Caller>>,
  store?: { readonly database: Database },
): Identity {
  function callerOf(token: string): Caller {
    const caller = callers[token]
    if (!caller) throw new Refusal('no_session', 'Sign in first.')
    return caller
  }
  async function bearer(token: string): Promise<KnownCaller> {
    const caller = callerOf(token)
    const rows = await store?.database.systemStatement((queries) =>
      queries
        .selectFrom('members')
        .select('organization_id')
        .where('user_id', '=', caller.userId)
        .where('role', '=', 'admin')
        .execute(),
    )
    return { ...caller, adminOf: rows?.map(({ organization_id }) => organization_id) ?? [] }
  }
  return {
    async claim(token) {
      const caller = await bearer(token)
      return {
        ...caller,
        confirm: async () => caller,
        noteUse: async () => undefined,
        entry: (organizationId, role) => ({
          // The tests' callers have no sessions, so the function of the store would let them see nothing.
          statement: namingOrganization(organizationId),
          check() {
            const isMember = caller.organizations.includes(organizationId)
            if (!isMember || (role !== undefined && !caller.adminOf.includes(organizationId))) throw notAllowed()
          },
        }),
      }
    },
    async cookie(req) {
      const [, token = ''] = /session=(\w+)/.exec(req.headers.cookie ?? '') ?? []
      return callers[token] ?? null
    },
    confirmSession: async () => undefined,
    async visitor(token) {
      if (!token.startsWith(VISITOR_TOKEN)) throw new Refusal('no_session', 'Sign in first.')
      return JSON.parse(Buffer.from(token.slice(VISITOR_TOKEN.length), 'base64url').toString('utf8'))
    },
    async listing(token) {
      const { organizationId = '', ...caller } = {
        ...callerOf(token),
        organizationId: callerOf(token).organizations[0],
      }
      return { claim: await this.claim(caller.userId && token), organizationId }
    },
    listingToken: async (kind, of) => `${kind}.${Buffer.from(JSON.stringify(of)).toString('base64url')}`,
    listingRefresh: async () => null,
    visitorToken: async (visitor) => VISITOR_TOKEN + Buffer.from(JSON.stringify(visitor)).toString('base64url'),
  }
}

/** Serves on a free loopback port. */
export async function serve(
  app: RequestListener,
  options: ServerOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(options, app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
