import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Staff } from '@foyer/contracts/main/staff-events.ts'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createLive, forgetLives, live } from '../../test/controlled-live.ts'
import type { Api } from '../api/client.ts'
import { Live } from './live-context.tsx'
import { type AppServices, ServicesContext } from './services.tsx'
import { useColleagues } from './use-colleagues.ts'

const ORG = 'org_cedar'
const staff = (name: string, change: Partial<Staff> = {}): Staff => {
  const _id = `usr_${name.split(' ')[0]?.toLowerCase()}`
  return { _id, name, email: `${_id}@demo.test`, role: 'agent', version: 1, ...change }
}

afterEach(() => {
  cleanup()
  forgetLives()
})

/** Two parts of a screen that ask for the colleagues; the server knows Dana and Sam. */
async function open() {
  const reply = { code: 'ok', data: [staff('Dana Whitfield'), staff('Sam Ortiz')], asOf: 1, epoch: 'e1' }
  const api = vi.fn(async () => reply)
  const token = { get: async () => '', renew: async () => '' }
  const actor = createLive({ token, checkSession: async () => true, organizationId: ORG, random: () => 0 })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={{ api: api as unknown as Api } as AppServices}>
      <Live value={actor}>{children}</Live>
    </ServicesContext>
  )
  const { result } = renderHook(() => [useColleagues(ORG), useColleagues(ORG)] as const, { wrapper })
  act(() => live().comeAlive())
  await waitFor(() => expect(result.current[0].colleagues).toHaveLength(2))
  let seq = 1
  return {
    api,
    shown: () => result.current[1].colleagues.map(({ name }) => name),
    nameOf: (id: string) => result.current[1].names.get(id),
    tell(data: Staff) {
      const where = { organizationId: ORG, epoch: 'e1', counts: noCounts }
      const event = {
        ...where,
        seq: seq + 1,
        type: 'staff.changed',
        key: data._id,
        audience: 'organization',
        at: '',
        data,
      }
      const frame = { ...where, from: seq, to: seq + 1, events: [{ ...event, data: { ...data, version: seq + 1 } }] }
      act(() => live().tell({ type: 'relay.events', frame: frame as never }))
      seq += 1
    },
  }
}

test('useColleagues reads the staff once when several parts of a screen ask for them', async () => {
  const { api, shown } = await open()
  expect(api).toHaveBeenCalledTimes(1)
  expect(api).toHaveBeenCalledWith('agents', expect.objectContaining({ query: { organizationId: ORG } }))
  expect(shown()).toEqual(['Dana Whitfield', 'Sam Ortiz'])
})

test('useColleagues follows a colleague who joins, is renamed and leaves, without reading again', async () => {
  const { api, shown, nameOf, tell } = await open()
  tell(staff('Lena Kim'))
  expect(shown()).toEqual(['Dana Whitfield', 'Lena Kim', 'Sam Ortiz'])
  tell(staff('Dana Zeller'))
  expect(shown()).toEqual(['Dana Zeller', 'Lena Kim', 'Sam Ortiz'])
  tell(staff('Dana Zeller', { email: null, role: null }))
  expect([shown(), nameOf('usr_dana')]).toEqual([['Lena Kim', 'Sam Ortiz'], 'Dana Zeller'])
  expect(api).toHaveBeenCalledTimes(1)
})
