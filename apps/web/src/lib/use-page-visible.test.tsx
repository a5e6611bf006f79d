import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePageVisible } from './use-page-visible.ts'

test('usePageVisible follows the visibility of the page', () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { result } = renderHook(() => usePageVisible())
  expect(result.current).toBe(false)
  state.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe(true)
  state.mockRestore()
})
