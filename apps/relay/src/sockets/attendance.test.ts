import { expect, test, vi } from 'vitest'
import { createManualClock } from '../../test/manual-clock.ts'
import type { Screen } from '../../test/screen.ts'
import { startWorld, type World } from '../../test/world.ts'

const CEDAR = 'org_cedar'
const staff = (screen: Screen) => screen.attendances.at(-1)?.staff
const viewing = (...ids: string[]) => ids.map((_id) => ({ _id, state: 'viewing' }))
const replying = (_id: string) => ({ _id, state: 'replying' })

async function here(world: World, sub: string): Promise<Screen> {
  const screen = await world.connected({ sub })
  await screen.subscribe()
  expect(await screen.attend()).toEqual({ ok: true })
  return screen
}

test('attendance is sent at once to a screen that attends, and to the others when it comes and goes', async () => {
  const world = await startWorld()
  const lena = await here(world, 'usr_lena')
  await vi.waitFor(() => expect(lena.attendances).toEqual([{ organizationId: CEDAR, staff: viewing('usr_lena') }]))
  const dana = await here(world, 'usr_dana')
  const both = viewing('usr_dana', 'usr_lena')
  await vi.waitFor(() => expect([staff(dana), staff(lena)]).toEqual([both, both]))
  dana.close()
  await vi.waitFor(() => expect(staff(lena)).toEqual(viewing('usr_lena')))
})

test('attendance names a user with two screens once, as replying while one of them replies, and never where', async () => {
  const world = await startWorld()
  const lena = await here(world, 'usr_lena')
  const dana = await here(world, 'usr_dana')
  await here(world, 'usr_dana')
  const presence = { organizationId: CEDAR, conversationId: 'con_1' }
  await dana.socket.emitWithAck('presence', { ...presence, state: 'replying' })
  await vi.waitFor(() => expect(staff(lena)).toEqual([replying('usr_dana'), ...viewing('usr_lena')]))
  expect(JSON.stringify(lena.attendances)).not.toContain('con_1')
  await dana.socket.emitWithAck('presence', { ...presence, state: 'left' })
  await vi.waitFor(() => expect(staff(lena)).toEqual(viewing('usr_dana', 'usr_lena')))
})

test('attendance is sent at most once a second, however many come and go', async () => {
  const clock = createManualClock()
  const world = await startWorld({ clock })
  const lena = await here(world, 'usr_lena')
  await vi.waitFor(() => expect(lena.attendances).toHaveLength(1))
  clock.advance(0)
  await vi.waitFor(() => expect(lena.attendances.length).toBeLessThanOrEqual(2))
  const before = lena.attendances.length
  for (const sub of ['usr_dana', 'usr_sam', 'usr_ana']) await here(world, sub)
  expect(lena.attendances).toHaveLength(before)
  clock.advance(1_000)
  await vi.waitFor(() => expect(staff(lena)).toEqual(viewing('usr_ana', 'usr_dana', 'usr_lena', 'usr_sam')))
  expect(lena.attendances).toHaveLength(before + 1)
})

test('attendance of an organization is refused to others and reaches none of their screens', async () => {
  const world = await startWorld()
  const ruth = await world.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
  await ruth.subscribe({ organizationId: 'org_harbor' })
  expect(await ruth.attend(CEDAR)).toEqual({ ok: false, code: 'forbidden' })
  expect(await ruth.attend('org_harbor')).toEqual({ ok: true })
  const lena = await here(world, 'usr_lena')
  await here(world, 'usr_dana')
  await vi.waitFor(() => expect(staff(lena)).toHaveLength(2))
  expect(ruth.attendances).toEqual([{ organizationId: 'org_harbor', staff: viewing('usr_ruth') }])
})

test('attendance ends when the screen subscribes to another organization', async () => {
  const world = await startWorld()
  const lena = await here(world, 'usr_lena')
  const sam = await world.connected({ sub: 'usr_sam', organizations: [CEDAR, 'org_harbor'] })
  await sam.subscribe()
  await sam.attend()
  await vi.waitFor(() => expect(staff(lena)).toHaveLength(2))
  await sam.subscribe({ organizationId: 'org_harbor' })
  await vi.waitFor(() => expect(staff(lena)).toEqual(viewing('usr_lena')))
})
