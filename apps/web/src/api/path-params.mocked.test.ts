import { expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'

vi.mock('virtual:calls', async (original) => {
  const { default: table } = await original<typeof import('virtual:calls')>()
  return { default: { ...table, removeShelf: { method: 'DELETE', path: '/api/main/shelves/:organizationId/:id' } } }
})
// Another test file of this worker may have loaded the client with the real table.
vi.resetModules()
const { createApi } = await import('./client.ts')

function client() {
  const fetch = vi.fn(async () => Response.json({ code: 'ok' }))
  const api = createApi({
    fetch: fetch as never,
    token: { get: async () => 't1', renew: async () => 't2' },
    cookies: () => '',
    organizationId: () => 'org_active',
    userId: () => 'usr_1',
    timezone: () => 'America/Chicago',
    isAttended: () => true,
    onUnauthenticated: () => undefined,
  })
  const remove = (id: string) => api('removeShelf' as never, { params: { organizationId: 'org_1', id } } as never)
  return { fetch, remove }
}

test('client fills the path’s parameters, and the header names the organization in the path', async () => {
  const { fetch, remove } = client()
  await remove('a/1')
  expect(fetch.mock.calls).toEqual([
    [
      '/api/main/shelves/org_1/a%2F1',
      expect.objectContaining({ method: 'DELETE', headers: expect.objectContaining({ organizationid: 'org_1' }) }),
    ],
  ])
})

test('client makes no call when a parameter is empty, because the address would be another call’s', async () => {
  expectConsole('error')
  const { fetch, remove } = client()
  await expect(remove('')).rejects.toThrow('needs a value for id')
  expect(fetch).not.toHaveBeenCalled()
})
