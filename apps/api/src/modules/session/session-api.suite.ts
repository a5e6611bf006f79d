/**
 * Test helper: the session calls over real HTTP, with two clinics and their staff in the store and a clock that can be
 * advanced.
 */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import path from 'node:path'
import express from 'express'
import pino from 'pino'
import { Registry } from 'prom-client'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { type RunningConfig, readConfig } from '../../config/config.ts'
import { createDatabase } from '../../db/database.ts'
import { createDoorbell } from '../../events/doorbell.ts'
import { createFolder } from '../../files/folder.ts'
import { bindRoutes } from '../../http/bind.ts'
import { problemHandler } from '../../http/problem.ts'
import { createReader } from '../../reader/reader.ts'
import { createIdentity, type SessionServices } from './identity.ts'
import { createLocalAccount } from './local-account.ts'
import { sessionRoutes } from './session.routes.ts'

export const PASSWORD = 'correct horse battery'

export const RELAY_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export interface SessionApi {
  readonly store: FreshDatabase
  readonly parts: SessionServices
  /** Does not follow redirects. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Posts a form, as a browser does. */
  signIn(
    email: string,
    password?: string,
    more?: { returnTo?: string; headers?: Record<string, string> },
  ): Promise<Response>
  /** Advances the clock. */
  later(ms: number): void
  close(): Promise<void>
}

/** `reach` may put a proxy between the API and its store. */
export async function createSessionApi(
  env: Record<string, string> = {},
  reach: (url: string) => string = (url) => url,
): Promise<SessionApi> {
  const store = await freshDatabase()
  const url = reach(store.url)
  const database = url === store.url ? store.database : createDatabase({ url })
  const config: RunningConfig = {
    ...readConfig({
      PUBLIC_URL: 'http://foyer.test',
      DATABASE_URL: url,
      AUTH_SECRET: 'a secret of this test and of nothing else',
      RELAY_SECRET,
      ...env,
    }),
    databaseUrl: url,
  }
  let offsetMs = 0
  const base = {
    config,
    database,
    clock: { now: () => new Date(Date.now() + offsetMs) },
    newId: () => randomUUID(),
    log: pino({ enabled: false }),
    files: createFolder(path.join(config.dataDir, 'attachments')),
    reader: createReader({ priority: constants.priority.PRIORITY_NORMAL }),
    doorbell: createDoorbell(),
    metrics: new Registry(),
  }
  const identity = createIdentity(base)
  const parts: SessionServices = { ...base, identity }
  await fill(parts)

  const app = express()
  bindRoutes(app, sessionRoutes(parts), parts)
  app.use(problemHandler(parts))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const request = (path: string, init?: RequestInit) => fetch(origin + path, { redirect: 'manual', ...init })

  return {
    store,
    parts,
    request,
    signIn: (email, password = PASSWORD, { returnTo, headers } = {}) =>
      request('/api/auth/login', {
        method: 'POST',
        body: new URLSearchParams({ email, password, ...(returnTo !== undefined && { returnTo }) }),
        ...(headers && { headers }),
      }),
    later(ms) {
      offsetMs += ms
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await identity.close()
      await database.close()
      await store.close()
    },
  }
}

/** The `Cookie` header that a browser would send after this answer. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function fill(parts: SessionServices) {
  await parts.database.system(async (tx) => {
    await tx
      .insertInto('organizations')
      .values([
        { id: 'org_a', name: 'Alder Clinic', type: 'medicalGroup', timezone: 'America/Chicago', sms_number: null },
        { id: 'org_b', name: 'Birch Hospital', type: 'hospital', timezone: 'America/New_York', sms_number: null },
      ])
      .execute()
    await tx
      .insertInto('organization_heads')
      .values(['org_a', 'org_b'].map((organization_id) => ({ organization_id, epoch: 'e1' })))
      .execute()
    await tx
      .insertInto('members')
      .values([
        { organization_id: 'org_a', user_id: 'usr_lena', role: 'agent' },
        { organization_id: 'org_a', user_id: 'usr_sam', role: 'supervisor' },
        { organization_id: 'org_b', user_id: 'usr_sam', role: 'admin' },
      ])
      .execute()
    await createLocalAccount(tx, { id: 'usr_lena', email: 'Lena@foyer.test', name: 'Lena', password: PASSWORD }, parts)
    await createLocalAccount(tx, { id: 'usr_sam', email: 'sam@foyer.test', name: 'Sam', password: PASSWORD }, parts)
  })
}
