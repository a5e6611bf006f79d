import { expect, test, vi } from 'vitest'
import { KEY } from '../../test/redis-logs.ts'
import { startRedis } from '../../test/redis-server.ts'
import { startWorld } from '../../test/world.ts'
import { systemClock } from '../clock.ts'

test('presence of a relay that was silent for long reappears when the relay resumes [OPEN-097]', async () => {
  const redis = { url: (await startRedis()).url, dataKeys: [KEY] }
  let aheadMs = 0
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + aheadMs }
  const first = await startWorld({ clock, config: { redis } })
  const second = await startWorld({ api: first.api, config: { redis } })
  const one = await first.connected({ sub: 'usr_lena' })
  const other = await second.connected({ sub: 'usr_dana' })
  for (const screen of [one, other]) await screen.subscribe()
  await one.watch('con_1')
  const place = { organizationId: 'org_cedar', conversationId: 'con_1' }
  await other.socket.emitWithAck('presence', { ...place, state: 'viewing' })
  const staff = () => one.present.map((present) => present.staff.length)
  await vi.waitFor(() => expect(staff()).toEqual([1]))
  // The clock jump makes the relay look silent for ten seconds.
  aheadMs = 10_000
  await vi.waitFor(() => expect(staff()).toEqual([1, 0, 1]))
})
