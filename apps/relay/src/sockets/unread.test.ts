import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectionOf } from '../../test/screen.ts'
import { startWorld } from '../../test/world.ts'

test('relay disconnects only the client that keeps sending and reads no answer, before the answers pile up [OPEN-096]', async () => {
  const world = await startWorld({ config: { maxUnsentBytes: 65_536, maxMessagesPerMinute: 1_000_000 } })
  const text = 'x'.repeat(1_000_000)
  await world.change('org_cedar', { data: text })
  const deaf = await world.connected()
  const other = await world.connected({ sub: 'usr_dana' })
  for (const screen of [deaf, other]) await screen.subscribe()
  await world.change('org_cedar', { data: text }, { data: text })
  await deaf.reach(3)
  const epoch = deaf.frames.at(-1)?.epoch ?? ''
  connectionOf(deaf).pause()
  for (let round = 0; (await world.metric('relay_sockets')) === 2; round += 1) {
    if (round > 100) throw new Error('nobody was cut off')
    for (let more = 0; more < 100; more += 1) {
      if (more % 20 === 0) deaf.socket.emit('subscribe', { organizationId: 'org_cedar', epoch, after: 0 }, () => {})
      else deaf.socket.emit('unwatch', { organizationId: 'org_cedar', conversationId: 'con_1' }, () => {})
    }
    await setImmediate()
  }
  expect(await world.relay.metrics.getSingleMetricAsString('relay_goodbyes_total')).toContain('{reason="too_slow"} 1')
  expect(await other.watch('con_1')).toMatchObject({ ok: true })
})
