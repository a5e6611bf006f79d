import { expect, test, vi } from 'vitest'
import { KEY } from '../../test/redis-logs.ts'
import { startRedis } from '../../test/redis-server.ts'
import { startWorld } from '../../test/world.ts'
import { type Clock, systemClock } from '../clock.ts'

test('presence of a relay that was silent for long reappears when the relay resumes [OPEN-097]', async () => {
  const redis = { url: (await startRedis()).url, dataKeys: [KEY] }
  let aheadMs = 0
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + aheadMs }
  let isSilent = false
  const held: (() => void)[] = []
  const pausing: Clock = {
    ...systemClock,
    schedule: (delayMs, run) => systemClock.schedule(delayMs, () => (isSilent ? void held.push(run) : run())),
  }
  const first = await startWorld({ clock, config: { redis } })
  const second = await startWorld({ clock: pausing, api: first.api, config: { redis } })
  const one = await first.connected({ sub: 'usr_lena' })
  const other = await second.connected({ sub: 'usr_dana' })
  for (const screen of [one, other]) await screen.subscribe()
  await one.watch('con_1')
  const place = { organizationId: 'org_cedar', conversationId: 'con_1' }
  await other.socket.emitWithAck('presence', { ...place, state: 'viewing' })
  const staff = () => one.present.map((present) => present.staff.length)
  await vi.waitFor(() => expect(staff()).toEqual([1]))
  // A beat that was on its way when the silence began may arrive after a jump of the clock, so it jumps until none comes.
  isSilent = true
  const missBeats = () => {
    aheadMs += 5_000
    expect(staff()).toEqual([1, 0])
  }
  await vi.waitFor(missBeats, { interval: 250 })
  isSilent = false
  for (const run of held.splice(0)) run()
  await vi.waitFor(() => expect(staff()).toEqual([1, 0, 1]))
})
