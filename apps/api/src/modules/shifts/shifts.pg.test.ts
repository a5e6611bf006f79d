import { changeDesk, type Desk, desks } from '@foyer/contracts/board/desk.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import type { Worker } from '../../workers/loop.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { passShifts, startDueDesks } from './shift-workers.ts'

const MINUTE_MS = 60_000

let clinic: Clinic
let workers: Worker[] = []

beforeAll(async () => {
  clinic = await openClinic()
  // The store's clock decides what is due, so the clinic's clock is set to it.
  const [store] = await clinic.store.query<{ now: Date }>('select now()')
  clinic.pass((store?.now.getTime() ?? 0) - clinic.parts.clock.now().getTime())
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query('delete from desks')
  await clinic.store.query('delete from session')
  await clinic.store.query('delete from revocations')
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
})

const now = () => clinic.parts.clock.now()
const ahead = (minutes: number) => new Date(now().getTime() + minutes * MINUTE_MS).toISOString()
const press = (fields: object, user = 'lena') => clinic.call('changeDesk', user, { ...fields })
const list = async (user = 'lena', organizationId = 'o1'): Promise<Desk[]> =>
  desks.reply.parse((await clinic.call('desks', user, { organizationId })).body).data
const head = async () => (await clinic.call('desks', 'lena')).body.asOf as number
const told = async (after: number) => (await clinic.events(after)).filter(({ type }) => type === 'desk.changed')

/** A session of the user, used just now, and a call to the organization. */
async function signedIn(user: string, organizationId = 'o1', usedAt = now()) {
  await clinic.store.query(
    `insert into session (id, token, "userId", "expiresAt", "updatedAt") values ($1, $1, $2, $3, $4)`,
    [`session of ${user} at ${usedAt.toISOString()}`, user, ahead(600), usedAt],
  )
  await clinic.store.query(
    `insert into audit_log (organization_id, user_id, at, call, outcome, request_id) values ($1, $2, $3, 'GET /x', 'ok', 'r')`,
    [organizationId, user, now()],
  )
}

describe('changeDesk', () => {
  test('sets the own desk and tells every screen', async () => {
    const before = await head()
    const { status, body } = await press({ state: 'call' })
    expect(status, JSON.stringify(body)).toBe(200)
    const desk = changeDesk.reply.parse(body).data
    expect(desk).toMatchObject({ userId: 'lena', name: 'Lena', initials: 'LK', state: 'call', until: null })
    expect(await told(before)).toMatchObject([{ key: 'lena', audience: 'organization', data: desk, seq: desk.version }])
    expect(await list('dana')).toEqual([desk])
  })

  test('changes nothing when the desk has the state already', async () => {
    const first = await press({ state: 'on' })
    expect((await press({ state: 'on' })).body).toEqual(first.body)
  })

  test('keeps the start of a break whose end moves', async () => {
    const { body: first } = await press({ state: 'break' })
    const end = ahead(30)
    const { body } = await press({ state: 'break', until: end })
    expect(body.data).toMatchObject({ state: 'break', since: first.data.since, until: end })
  })

  test.each([
    ['an end without a break', { state: 'call', until: 30 }, 'Only a break has an end'],
    ['an end in the past', { state: 'break', until: -1 }, 'Must be in the coming 4 hours'],
    ['an end tomorrow', { state: 'break', until: 1500 }, 'Must be in the coming 4 hours'],
  ])('answers 400 for %s', async (_title, { state, until: minutes }, message) => {
    const { status, body } = await press({ state, until: ahead(minutes) })
    expect([status, body.issues]).toEqual([400, [{ path: 'until', message }]])
  })

  test('is refused for another organization, whose desks nobody else reads [SEC-05]', async () => {
    await clinic.call('changeDesk', 'omar', { organizationId: 'o2', state: 'on' })
    expect((await clinic.call('changeDesk', 'lena', { organizationId: 'o2', state: 'on' })).status).toBe(403)
    expect((await clinic.call('desks', 'lena', { organizationId: 'o2' })).status).toBe(403)
    expect(await list()).toEqual([])
    expect(await list('omar', 'o2')).toMatchObject([{ userId: 'omar' }])
  })
})

describe('the first input of the day', () => {
  test('begins a shift, told once by two passes at the same time', async () => {
    await signedIn('dana')
    const before = await head()
    const passes = await Promise.all([passShifts(clinic.parts), passShifts(clinic.parts)])
    expect(passes.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await told(before)).toMatchObject([{ key: 'dana', data: { state: 'on' } }])
    expect(await passShifts(clinic.parts)).toBe(0)
  })

  test('begins no second shift on the day that one was ended', async () => {
    await signedIn('dana')
    await press({ state: 'on' }, 'dana')
    await press({ state: 'off' }, 'dana')
    expect(await passShifts(clinic.parts)).toBe(0)
    await clinic.store.query(`update desks set day = day - 1`)
    expect(await passShifts(clinic.parts)).toBe(0)
    await clinic.store.query(`update desks set since = since - interval '45 minutes'`)
    expect(await passShifts(clinic.parts)).toBe(1)
    expect(await list()).toMatchObject([{ userId: 'dana', state: 'on' }])
  })

  test('begins a shift only in the organization that is used, and with a session in use', async () => {
    await signedIn('sam', 'o2')
    await signedIn('lena', 'o1', new Date(now().getTime() - 10 * MINUTE_MS))
    expect(await passShifts(clinic.parts)).toBe(1)
    expect(await list()).toEqual([])
    expect(await list('sam', 'o2')).toMatchObject([{ userId: 'sam', state: 'on' }])
  })
})

describe('a shift', () => {
  test('ends when its member has signed out everywhere, not while a session is left', async () => {
    await press({ state: 'call' }, 'dana')
    expect(await passShifts(clinic.parts)).toBe(0)
    await clinic.store.query(`insert into revocations (id, sub, at) values ('r1', 'dana', $1)`, [now()])
    await signedIn('dana')
    expect(await passShifts(clinic.parts)).toBe(0)
    await clinic.store.query('delete from session')
    expect(await passShifts(clinic.parts)).toBe(1)
    expect(await list()).toMatchObject([{ userId: 'dana', state: 'off' }])
  })

  test('ends though the desk of another fails', async () => {
    await press({ state: 'on' }, 'dana')
    await clinic.call('changeDesk', 'omar', { organizationId: 'o2', state: 'on' })
    await clinic.store.query(`insert into revocations (id, sub, at) values ('r2', 'dana', $1), ('r3', 'omar', $1)`, [
      now(),
    ])
    const { database } = clinic.parts
    const write: typeof database.write = (id, ...rest) =>
      id === 'o1' ? Promise.reject(new Error('The store fails.')) : database.write(id, ...rest)
    expect(await passShifts({ ...clinic.parts, database: { ...database, write } })).toBe(1)
    expect(await list('omar', 'o2')).toMatchObject([{ state: 'off' }])
    expect(await passShifts(clinic.parts)).toBe(1)
  })

  test('goes on when its break is over, told once by two workers', async () => {
    await press({ state: 'break', until: ahead(5) })
    const before = await head()
    await clinic.store.query(`update desks set until = now() - interval '1 minute', due_at = now()`)
    workers = [startDueDesks(clinic.parts, { pollMs: 50 }), startDueDesks(clinic.parts, { pollMs: 50 })]
    const [event] = await until(async () => {
      const events = await told(before)
      return events.length > 0 ? events : undefined
    })
    expect(event).toMatchObject({ data: { state: 'on', until: null } })
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(await told(before)).toHaveLength(1)
  })

  test('ends without input, and goes on while a session is used', async () => {
    for (const user of ['lena', 'dana']) await press({ state: 'on' }, user)
    await signedIn('dana')
    await clinic.store.query(`update desks set since = now() - interval '50 minutes', due_at = now()`)
    workers = [startDueDesks(clinic.parts, { pollMs: 50 })]
    await until(async () => ((await list()).some(({ state }) => state === 'off') ? true : undefined))
    const looked = async () => {
      const rows = await clinic.store.query(`select from desks where due_at > now() + interval '40 minutes'`)
      return rows.length === 1 ? true : undefined
    }
    await until(looked)
    expect((await list()).map(({ userId, state }) => [userId, state])).toEqual([
      ['dana', 'on'],
      ['lena', 'off'],
    ])
  })
})
