import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageOf, patient } from '../../../../test/patients-world.tsx'
import { type AppServices, ServicesContext } from '../../../parts/services.tsx'
import { NOTICED_MS, STILL_MS, useSameNumber } from './use-same-number.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const naomi = patient('p1', 'Naomi Feldman', { phoneNumber: '+15125550142' })

function type(number: string) {
  const search = { answers: Promise.resolve<unknown>(pageOf([naomi])), asked: 0 }
  const api = async () => {
    search.asked += 1
    return search.answers
  }
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={{ api } as unknown as AppServices}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ServicesContext>
  )
  const { result, rerender } = renderHook(({ typed }) => useSameNumber('org_cedar', typed), {
    wrapper,
    initialProps: { typed: '' },
  })
  rerender({ typed: number })
  return {
    search,
    names: () => result.current.others.map(({ name }) => name),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    /** The typing pauses, and the look-up is sent and answered. */
    async pause() {
      for (const ms of [STILL_MS, 1]) await act(() => vi.advanceTimersByTimeAsync(ms))
    },
    /** Presses the button that saves; true if the patients are named instead. */
    press: () => act(() => result.current.nameNow()),
  }
}

test('useSameNumber takes no press for an answer to names that came a moment before it', async () => {
  const { names, pause, press } = type('(512) 555-0142')
  await pause()
  expect(names()).toEqual(['Naomi Feldman'])
  expect(await press()).toBe(true)
  expect(await press(), 'the press after it').toBe(false)
})

test('useSameNumber takes the first press for an answer when the names have been on the screen long enough', async () => {
  const { names, pass, pause, press } = type('(512) 555-0142')
  await pause()
  expect(names()).toEqual(['Naomi Feldman'])
  await pass(NOTICED_MS)
  expect(await press()).toBe(false)
})

test('useSameNumber waits for the look-up when the press comes while it runs', async () => {
  const { search, names, pause, press } = type('(512) 555-0142')
  const late = Promise.withResolvers<unknown>()
  search.answers = late.promise
  await pause()
  const pressed = press()
  late.resolve(pageOf([naomi]))
  expect(await pressed).toBe(true)
  expect([names(), search.asked]).toEqual([['Naomi Feldman'], 2])
})

test('useSameNumber lets a number pass at once that no patient has', async () => {
  const { search, pause, press } = type('(512) 555-0142')
  search.answers = Promise.resolve(pageOf([]))
  await pause()
  expect([await press(), search.asked]).toEqual([false, 1])
})

test('useSameNumber fails the press when the look-up fails, so that nothing is saved unasked', async () => {
  const { search, press } = type('(512) 555-0142')
  search.answers = Promise.reject(new Error('busy'))
  await expect(press()).rejects.toThrow('busy')
})
