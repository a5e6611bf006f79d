import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createLive, forgetLives, live } from '../../test/controlled-live.ts'
import { Live } from './live-context.tsx'
import { type LiveRows, useLiveCollection } from './use-live-collection.ts'

interface Item {
  readonly _id: string
  readonly version: number
}

afterEach(() => {
  cleanup()
  forgetLives()
})

/** Shows the collection once and leaves it; the server answers while `works.now`. */
async function show(
  organizationId: string,
  works: { now: boolean },
  wrapper: (props: { children: ReactNode }) => ReactNode,
) {
  const options = {
    id: 'items',
    organizationId,
    collection: {
      key: ({ _id }: Item) => _id,

      select: () => [],
      order: () => 0,
    },
    read: async () => {
      if (!works.now) throw new TypeError('Failed to fetch')
      return { items: [{ _id: 'a', version: 1 }], cursor: null, epoch: 'e1', asOf: 1 }
    },
  }
  const { result, unmount } = renderHook(
    () => useLiveCollection(options as never) as unknown as LiveRows<Item, undefined>,
    {
      wrapper,
    },
  )
  act(() => live().comeAlive())
  await waitFor(() => expect(result.current.isFetching).toBe(false))
  const { data, isError, rememberedAt } = result.current
  unmount()
  return { ids: data?.map(({ _id }) => _id) ?? null, isError, remembers: rememberedAt !== null }
}

test('useLiveCollection shows what this tab read before when the server is away, and nothing of another organization', async () => {
  const token = { get: async () => '', renew: async () => '' }
  const actor = createLive({ token, checkSession: async () => true, organizationId: 'org_cedar', random: () => 0 })
  const wrapper = ({ children }: { children: ReactNode }) => <Live value={actor}>{children}</Live>
  const works = { now: false }
  expect(await show('org_cedar', works, wrapper)).toEqual({ ids: null, isError: true, remembers: false })
  works.now = true
  expect(await show('org_cedar', works, wrapper)).toEqual({ ids: ['a'], isError: false, remembers: false })
  works.now = false
  expect(await show('org_cedar', works, wrapper)).toEqual({ ids: ['a'], isError: true, remembers: true })
  expect(await show('org_lakeside', works, wrapper)).toEqual({ ids: null, isError: true, remembers: false })
  // The switch has forgotten it.
  expect(await show('org_cedar', works, wrapper)).toEqual({ ids: null, isError: true, remembers: false })
})
