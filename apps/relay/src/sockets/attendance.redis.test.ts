import { expect, test, vi } from 'vitest'
import { startTwoRelays } from '../../test/two-relays.ts'

const viewing = (...ids: string[]) => ids.map((_id) => ({ _id, state: 'viewing' }))

test('attendance spans two relays, and another organization on the same relays hears nothing of it', async () => {
  const { screens, first, second } = await startTwoRelays()
  const [lena, dana] = await screens()
  const ruth = await second.connected({ sub: 'usr_ruth', organizations: ['org_harbor'] })
  await ruth.subscribe({ organizationId: 'org_harbor' })
  await ruth.attend('org_harbor')
  for (const one of [lena, dana]) expect(await one.attend()).toEqual({ ok: true })
  const both = viewing('usr_dana', 'usr_lena')
  const seen = () => [lena, dana].map(({ attendances }) => attendances.at(-1)?.staff)
  await vi.waitFor(() => expect(seen()).toEqual([both, both]))

  await dana.socket.emitWithAck('presence', {
    ...{ organizationId: 'org_cedar', conversationId: 'con_1', state: 'replying' as const },
  })
  const answering = [{ _id: 'usr_dana', state: 'replying' }, ...viewing('usr_lena')]
  await vi.waitFor(() => expect(lena.attendances.at(-1)?.staff).toEqual(answering))

  // A screen that comes later learns at once who is at the other relay.
  const late = await first.connected({ sub: 'usr_sam' })
  await late.subscribe()
  await late.attend()
  await vi.waitFor(() => expect(late.attendances[0]?.staff.map(({ _id }) => _id)).toContain('usr_dana'))

  dana.close()
  await vi.waitFor(() => expect(lena.attendances.at(-1)?.staff).toEqual(viewing('usr_lena', 'usr_sam')))
  expect(ruth.attendances).toEqual([{ organizationId: 'org_harbor', staff: viewing('usr_ruth') }])
})
