import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSettled } from './use-settled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const later = () => act(() => vi.advanceTimersByTime(3_000))

test('the page is settled when three seconds have passed', () => {
  const { result } = renderHook(() => useSettled())
  expect(result.current).toBe(false)
  later()
  expect(result.current).toBe(true)
})

test('the page is settled no earlier than the release when a hand is pressed', () => {
  const { result } = renderHook(() => useSettled())
  window.dispatchEvent(new Event('pointerdown'))
  later()
  expect(result.current).toBe(false)
  act(() => void window.dispatchEvent(new Event('pointerup')))
  expect(result.current).toBe(true)
})
